import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createAdmission } from '../../src/http/admission.ts';
import type { RateLimitStatus } from '../../src/http/rate-limit.ts';
import { startBareServer } from '../support/bare-server.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';

// A server of which each address may have one request under way while its key is looked up, and that refuses the first
// request of an address for its rate, or all.

let server: Awaited<ReturnType<typeof startBareServer>>;
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  return server.server.close();
});

const rule = { perSecond: 1, burst: 1 };
const used = { limit: 1, remaining: 0, fullIn_s: 1, retryIn_s: 1 };

/** Starts the server. Returns when it has refused the first request, whose refusal waits from then on. */
async function startWith(isAllowed: () => boolean): Promise<{ refused: Promise<void> }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const take = (): RateLimitStatus => {
    resolve();
    return { ...used, allowed: isAllowed() };
  };
  const admission = createAdmission({ maxInFlight: 8, maxInFlightPerParty: 1 });
  server = await startBareServer({ admission, anonymousRate: { rule, take } });
  return { refused: asked.then(() => nextTurn()) };
}

const send = (): Promise<string> => sendRaw(server.baseUrl, rawRequest('GET /payments'));

it('a request that is refused for the rate of its client gets its refusal half a second later', async () => {
  const { refused } = await startWith(() => false);
  const response = send();
  await refused;
  vi.advanceTimersByTime(499);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await response).toMatch(/^HTTP\/1.1 429 [^]*Wait for the seconds in Retry-After/);
});

it('a request whose refusal waits holds no place that others of its address need', async () => {
  let asked = 0;
  const { refused } = await startWith(() => (asked += 1) > 1);
  const first = send();
  await refused;
  const arrived = once(server.server.server, 'request');
  const second = send();
  await arrived;
  await nextTurn();
  expect(vi.getTimerCount()).toBe(1); // of the first
  expect(await second).toMatch(/^HTTP\/1.1 401 /);
  vi.advanceTimersByTime(500);
  expect(await first).toMatch(/^HTTP\/1.1 429 /);
});
