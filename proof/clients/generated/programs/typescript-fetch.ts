import {
  ApprovalsApi,
  Configuration,
  PaymentRequestsApi,
  PaymentsApi,
  TransactionsApi,
  TransfersApi,
} from './client';

const amount = 3_000_000_000;
const configuration = new Configuration({
  basePath: process.env['PURSER_URL'] ?? '',
  accessToken: process.env['PURSER_KEY'] ?? '',
});

async function main(): Promise<void> {
  const payments = new PaymentsApi(configuration);
  const { data } = await payments.createPayment({
    idempotencyKey: crypto.randomUUID(),
    createPaymentBody: {
      data: {
        attributes: { amount, counterparty: { type: 'email', value: process.env['PURSER_PAYEE'] ?? '' } },
      },
    },
  });
  const withdrawal = await new TransfersApi(configuration).withdrawTransfer({
    idempotencyKey: crypto.randomUUID(),
    withdrawTransferBody: {
      data: { attributes: { amount: 1_000, externalAccountId: process.env['PURSER_ACCOUNT'] ?? '' } },
    },
  });
  const transfer = withdrawal.data;
  const read = await payments.getPayment({ paymentId: data.id });
  const { status, amount: stored, createdAt } = read.data.attributes;
  if (Number.isNaN(createdAt.getTime())) throw new Error('createdAt is no time');
  const lists = [
    await new ApprovalsApi(configuration).listApprovals(),
    await new TransfersApi(configuration).listTransfers(),
    await new PaymentRequestsApi(configuration).listPaymentRequests(),
    await new TransactionsApi(configuration).listTransactions({ type: 'payment', limit: 1 }),
  ];
  if (lists.some((list) => list.data.length === 0)) throw new Error('a list is empty');
  console.log(JSON.stringify({ paymentId: data.id, status, amount: stored, transferId: transfer.id }));
}

void main();
