import { type Model, spendingKey } from './model/model.ts';

/** Returns what an agent or party has spent of a currency in the current day and month, approvals included. */
export function spentBy(model: Model, ownerId: string, currency: string): { day: number; month: number } {
  const { day, month } = model.today;
  return {
    day: model.spent.get(spendingKey(ownerId, currency, day)) ?? 0,
    month: model.spent.get(spendingKey(ownerId, currency, month)) ?? 0,
  };
}
