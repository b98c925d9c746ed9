import { expect, it } from 'vitest';
import { fault, PurserError } from '../../src/errors.ts';
import type { Caller } from '../../src/doors/mcp/caller.ts';
import { insist } from '../../src/doors/mcp/insist.ts';

const gone = new AbortController();
gone.abort();
const ctx = { requestId: 'a request', log: { error: () => undefined } };
const caller = (signal = new AbortController().signal) => ({ ctx, signal }) as unknown as Caller;

/** Returns a write that ends in these ways, one after the other, and how often it was tried. */
function write(...ends: Array<Error | string>) {
  const tried = { times: 0 };
  const run = (): Promise<string> => {
    const end = ends[tried.times] ?? 'too often';
    tried.times += 1;
    return typeof end === 'string' ? Promise.resolve(end) : Promise.reject(end);
  };
  return { run, tried };
}

const unknown = fault('outcome_unknown', 'Nobody knows.');
const busy = fault('idempotency_request_in_progress', 'Another try goes on.');
const refusal = fault('insufficient_funds', 'There is too little.');

it('asks again while nobody knows, also twice, and says that an earlier try may have done it', async () => {
  const { run, tried } = write(unknown, busy, unknown, 'done');
  expect(await insist(caller(), run)).toEqual({ done: 'done', isRepeated: true });
  expect(tried.times).toBe(4);
});

it('asks once if the answer comes, and says so', async () => {
  const { run, tried } = write('done');
  expect(await insist(caller(), run)).toEqual({ done: 'done', isRepeated: false });
  expect(tried.times).toBe(1);
});

it('repeats no refusal', async () => {
  const { run, tried } = write(refusal, 'done');
  await expect(insist(caller(), run)).rejects.toBe(refusal);
  expect(tried.times).toBe(1);
});

it('takes a fault of ours for an outcome that nobody knows', async () => {
  const { run } = write(new TypeError('a fault of ours'), 'done');
  expect(await insist(caller(), run)).toEqual({ done: 'done', isRepeated: true });
});

it('believes no refusal once nobody knows: an earlier try may yet take effect', async () => {
  const { run, tried } = write(unknown, refusal, refusal, 'done');
  expect(await insist(caller(), run)).toEqual({ done: 'done', isRepeated: true });
  expect(tried.times).toBe(4);
});

it('says that nobody knows when nobody waits for the answer any longer', async () => {
  const { run, tried } = write(unknown, 'done');
  expect(await insist(caller(gone.signal), run)).toBeNull();
  expect(tried.times).toBe(1);
  expect(unknown).toBeInstanceOf(PurserError);
});
