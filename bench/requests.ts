import { randomUUID } from 'node:crypto';
import type { Payer } from './world/payers.ts';

/** Which of so many. */
export type Pick = (count: number) => number;
export const anyOf: Pick = (count) => Math.floor(Math.random() * count);
export const theFirst: Pick = () => 0;

/** Payments of one cent between parties picked so: every time another payer, payee and key unless told otherwise. */
export function paymentsBetween(payers: readonly Payer[], pickPayer: Pick = anyOf, pickPayee: Pick = anyOf) {
  return (): string => {
    const from = pickPayer(payers.length);
    const to = pickPayee(payers.length);
    const other = to === from ? (to + 1) % payers.length : to;
    return payment(payers[from]?.key ?? '', { email: payers[other]?.email ?? '' });
  };
}

/** POST /payments as it goes over the wire, under a key of its own. */
export function payment(key: string, to: { email: string; customer?: string }): string {
  const customer = to.customer === undefined ? '' : `"customerPartyId":"${to.customer}",`;
  const body = `{"data":{"attributes":{"amount":1,"currency":"USD",${customer}"counterparty":{"type":"email","value":"${to.email}"},"description":"bench"}}}`;
  return `POST /payments HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A GET as it goes over the wire. */
export function reading(key: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}
