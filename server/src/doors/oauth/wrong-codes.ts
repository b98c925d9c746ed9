import { PurserError } from '../../errors.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';

const refill_s = 120;
/** Wrong codes that one person may type: five, then one in two minutes. Nobody finds one of 20^8 so. */
const tries = { perSecond: 1 / refill_s, burst: 5 };
const mostWaiting = 10_000;

/** Counts wrong codes by person. While somebody has to wait, no code counts, lest a right one be found meanwhile. */
export function createWrongCodes() {
  const take = createRateLimiter(tries);
  const until_ms = new Map<string, number>();
  return {
    /** Throws `rate_limited` if the person has to wait. */
    check(userId: string, now_ms: number): void {
      const left_ms = (until_ms.get(userId) ?? 0) - now_ms;
      if (left_ms <= 0) return;
      const detail = 'Too many codes were wrong. Wait two minutes, then ask the program for a new one.';
      throw new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: Math.ceil(left_ms / 1000) });
    },
    count(userId: string, now_ms: number): void {
      if (take(userId, now_ms).remaining >= 1) return;
      if (until_ms.size >= mostWaiting)
        for (const [id, until] of until_ms) if (until <= now_ms) until_ms.delete(id);
      until_ms.set(userId, now_ms + refill_s * 1000);
    },
  };
}

export type WrongCodes = ReturnType<typeof createWrongCodes>;
