import createClient from 'openapi-fetch';
import type { paths } from './document.js';

const amount = 3_000_000_000;
const client = createClient<paths>({
  baseUrl: process.env['PURSER_URL'] ?? '',
  headers: { Authorization: `Bearer ${process.env['PURSER_KEY'] ?? ''}` },
});

async function main(): Promise<void> {
  const { data, error } = await client.POST('/payments', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      data: {
        attributes: { amount, counterparty: { type: 'email', value: process.env['PURSER_PAYEE'] ?? '' } },
      },
    },
  });
  if (!data) throw new Error(error.errors.map(({ code }) => code).join());
  const paymentId: string = data.data.id;
  const withdrawal = await client.POST('/transfers/withdraw', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { data: { attributes: { amount: 1_000, externalAccountId: process.env['PURSER_ACCOUNT'] ?? '' } } },
  });
  const transfer = withdrawal.data?.data;
  if (!transfer) throw new Error('no withdrawal');
  const read = await client.GET('/payments/{paymentId}', { params: { path: { paymentId } } });
  const status: 'COMPLETED' | string = read.data?.data.attributes.status ?? '';
  const lists = [
    await client.GET('/approvals'),
    await client.GET('/transfers'),
    await client.GET('/payment-requests'),
    await client.GET('/transactions', { params: { query: { type: 'payment', limit: 1 } } }),
  ];
  if (lists.some((list) => list.error || list.data.data.length === 0)) throw new Error('a list is empty');
  console.log(
    JSON.stringify({ paymentId, status, amount: read.data?.data.attributes.amount, transferId: transfer.id }),
  );
}

void main();
