import { PurserError } from '../../errors.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';

/** Wrong codes that one person may type: five, then one in two minutes. Nobody finds one of 20^8 so. */
const tries = { perSecond: 1 / 120, burst: 5 };

/**
 * Counts wrong codes by person. Each code takes a try before it is looked up, and a right one gives it back: else many that
 * come at once would all be looked up, and a right one be found by whoever has to wait.
 */
export function createWrongCodes() {
  const take = createRateLimiter(tries);
  return {
    /** Throws `rate_limited` if the person has to wait. */
    take(userId: string, now_ms: number): void {
      const { allowed, retryIn_s } = take(userId, now_ms);
      if (allowed) return;
      const detail = 'Too many codes were wrong. Wait two minutes, then ask the program for a new one.';
      throw new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: retryIn_s });
    },
    giveBack(userId: string, now_ms: number): void {
      take(userId, now_ms, -1);
    },
  };
}

export type WrongCodes = ReturnType<typeof createWrongCodes>;
