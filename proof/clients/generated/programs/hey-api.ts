import { client } from './client/client.gen';
import {
  createPayment,
  getPayment,
  listApprovals,
  listPaymentRequests,
  listTransactions,
  listTransfers,
  withdrawTransfer,
} from './client';

const amount = 3_000_000_000;
client.setConfig({ baseUrl: process.env['PURSER_URL'] ?? '', auth: process.env['PURSER_KEY'] ?? '' });

async function main(): Promise<void> {
  const { data } = await createPayment({
    throwOnError: true,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: {
      data: {
        attributes: { amount, counterparty: { type: 'email', value: process.env['PURSER_PAYEE'] ?? '' } },
      },
    },
  });
  const paymentId = data.data.id;
  const withdrawal = await withdrawTransfer({
    throwOnError: true,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { data: { attributes: { amount: 1_000, externalAccountId: process.env['PURSER_ACCOUNT'] ?? '' } } },
  });
  const transfer = withdrawal.data.data;
  const read = await getPayment({ throwOnError: true, path: { paymentId } });
  const { status, amount: stored } = read.data.data.attributes;
  const lists = [
    await listApprovals({ throwOnError: true }),
    await listTransfers({ throwOnError: true }),
    await listPaymentRequests({ throwOnError: true }),
    await listTransactions({ throwOnError: true, query: { type: 'payment', limit: 1 } }),
  ];
  if (lists.some((list) => list.data.data.length === 0)) throw new Error('a list is empty');
  console.log(JSON.stringify({ paymentId, status, amount: stored, transferId: transfer.id }));
}

void main();
