import type { Model } from './model/model.ts';

/** Returns what an agent or party has spent in the current day and month as its limits count it, approvals included. */
export function spentBy(model: Model, ownerId: string): { day: number; month: number } {
  const { day, month } = model.today;
  return {
    day: model.spent.get(`${ownerId} ${day}`) ?? 0,
    month: model.spent.get(`${ownerId} ${month}`) ?? 0,
  };
}
