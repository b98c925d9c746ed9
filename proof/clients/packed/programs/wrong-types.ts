// A program that the types of the packed library refuse, at each call.
import { Purser } from '@purser/client';

const purser = new Purser({ apiKey: 'key' });
const counterparty = { type: 'email' as const, value: 'payee@example.com' };
void purser.payments.create({ counterparty, amount: '12.50', currency: 'USD' });
void purser.payments.create({ counterparty, amount: 1, currency: 'USD', memo: 'x' });
void purser.payments.get({});
