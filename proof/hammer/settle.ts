import { countSpending, type Model, recordPaid, register } from './model/model.ts';
import { finishMove } from './model/wallets.ts';
import { type PaymentAttempt, toTransaction } from './paying.ts';

/**
 * Applies a payment whose response was lost and whose retry was refused, because the power to make it had been taken
 * away meanwhile. `row` is what the database holds of it; null if nothing was done.
 */
export function settle(
  model: Model,
  attempt: PaymentAttempt,
  row: { id: string; status: string } | null,
): void {
  const isAccepted = row?.status === 'COMPLETED';
  finishMove(attempt.move, isAccepted);
  if (!row) return;
  const shown = { id: row.id, attributes: { status: isAccepted ? 'PROCESSING' : 'IN_REVIEW' } };
  const transaction = toTransaction(model, attempt, shown);
  if (row.status === 'CANCELED') transaction.status = row.status; // with the agent that it waited for
  register(model, transaction);
  if (!isAccepted) return;
  countSpending(model, transaction, 1);
  recordPaid(model, transaction);
}
