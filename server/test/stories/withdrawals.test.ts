import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type Resource } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { day_s, done, minute_s, type Steps, stepsOf } from './steps.ts';

// Withdrawals with every outcome; after each, the balance according to the transactions must be spendable.

const server = testServer();
let steps: Steps;
let balance: number;
beforeAll(async () => {
  steps = stepsOf(server);
});
beforeEach(async () => {
  balance = await steps.balance();
});
afterAll(() => steps.limitAgent({ perTransaction: 10_000 }));

/** The last two digits select the outcome at the sandbox bank. */
const outcomes = { completes: 1_000, fails: 1_003, comesBack: 1_023 };

const withdraw = (amount: number, key?: string) =>
  steps.make('/transfers/withdraw', { amount, externalAccountId: main.externalAccountId }, key);

const read = ({ id }: Resource) => steps.read(`/transfers/${id}`);

/** Waits as long as the bank needs for a report, according to the withdrawal. */
async function untilReport({ attributes: { submittedAt, expectedAvailableAt } }: Resource): Promise<void> {
  const took_ms = Date.parse(String(expectedAvailableAt)) - Date.parse(String(submittedAt));
  await steps.advance(Math.max(1, took_ms / 1_000));
}

/** Checks that the balance has changed by this amount, and that it can be spent. */
async function expectChange(by: number): Promise<void> {
  balance += by;
  expect(await steps.balance()).toBe(balance);
  await steps.expectSpendable(balance);
}

describe('a withdrawal', () => {
  it('starts from a balance that agrees with the transactions', async () => {
    await expect(steps.expectSpendable(balance)).resolves.toBeUndefined();
  });

  it('completes: held immediately, gone when the bank reports it', async () => {
    const made = await withdraw(outcomes.completes);
    expect(made.attributes).toMatchObject({ status: 'PROCESSING', settledAt: null });
    await expectChange(-outcomes.completes);
    await untilReport(made);
    expect((await read(made)).attributes).toMatchObject({
      status: 'COMPLETED',
      settledAt: expect.any(String) as unknown,
      failure: null,
      return: null,
    });
    await expectChange(0);
  });

  it('fails: the money is available again, with the reason', async () => {
    const made = await withdraw(outcomes.fails);
    await expectChange(-outcomes.fails);
    await untilReport(made);
    expect((await read(made)).attributes).toMatchObject({
      status: 'FAILED',
      settledAt: null,
      failure: { code: 'R03', reason: expect.any(String) as unknown },
      return: null,
    });
    await expectChange(outcomes.fails);
  });

  it('is returned after completion: the money is available again, with the reason', async () => {
    const made = await withdraw(outcomes.comesBack);
    await untilReport(made);
    expect(await steps.stateOf(made)).toBe('COMPLETED');
    await expectChange(-outcomes.comesBack);
    await untilReport(made);
    const { attributes } = await read(made);
    expect(attributes).toMatchObject({ status: 'RETURNED', failure: null });
    expect(attributes['return']).toMatchObject({ code: 'R23', returnedAt: attributes['updatedAt'] });
    await expectChange(outcomes.comesBack);
  });

  it('is canceled: the money is available again once the bank confirms it', async () => {
    const made = await withdraw(outcomes.completes);
    expect((await steps.write('POST', `/transfers/${made.id}/cancel`)).status).toBe(200);
    await steps.advance(1);
    expect(await steps.stateOf(made)).toBe('CANCELED');
    await expectChange(0);
    const again = await steps.write('POST', `/transfers/${made.id}/cancel`);
    expect(refusal(again)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('that exceeds the balance is refused, and leaves no trace', async () => {
    const reply = await steps.write('POST', '/transfers/withdraw', {
      amount: balance + 1,
      externalAccountId: main.externalAccountId,
    });
    expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    await expectChange(0);
  });
});

/** Makes a withdrawal by an agent that is one cent over its limit, and returns its approval. */
async function review(): Promise<{ made: Resource; approval: Resource }> {
  const named = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'story' };
  const made = await steps.withdrawAs(named, outcomes.completes);
  expect(made.attributes).toMatchObject({ status: 'IN_REVIEW', expectedAvailableAt: null });
  const [approval] = await steps.approvalsOf(made);
  expect(approval?.attributes).toMatchObject({
    target: { type: 'withdrawal', id: made.id },
    reasons: [{ limitType: 'perTransactionAmount', limitAmount: 999, actualAmount: outcomes.completes }],
  });
  return { made, approval: approval as Resource };
}

describe('a withdrawal by an agent over its limit', () => {
  beforeAll(() => steps.limitAgent({ perTransaction: outcomes.completes - 1 }));

  it('holds nothing until it is approved, then completes', async () => {
    const { made, approval } = await review();
    await expectChange(0);
    done(await steps.decide(approval, 'approve'));
    const running = await read(made);
    await expectChange(-outcomes.completes);
    await untilReport(running);
    expect(await steps.stateOf(made)).toBe('COMPLETED');
  });

  it('denied, never holds anything', async () => {
    const { made, approval } = await review();
    done(await steps.decide(approval, 'deny'));
    expect(await steps.stateOf(made)).toBe('APPROVAL_DENIED');
    await expectChange(0);
  });

  it('left undecided, is canceled after 7 days', async () => {
    const { made, approval } = await review();
    await steps.advance(7 * day_s - minute_s);
    expect(await steps.stateOf(made)).toBe('IN_REVIEW');
    await steps.advance(2 * minute_s);
    expect(await steps.stateOf(made)).toBe('CANCELED');
    expect((await steps.decide(approval, 'approve')).status).toBe(409);
    await expectChange(0);
  });

  it('canceled, is closed with its approval', async () => {
    const { made } = await review();
    done(await steps.write('POST', `/transfers/${made.id}/cancel`));
    expect((await steps.approvalsOf(made, 'canceled')).length).toBe(1);
    await expectChange(0);
  });
});

describe('withdrawals and limits per day', () => {
  it('count together with payments; a failure on the same day is given back, a return is not', async () => {
    await steps.untilTomorrow();
    await steps.limitParty({ perDay: outcomes.comesBack });
    const made = await withdraw(outcomes.comesBack);
    await untilReport(made);
    await untilReport(made);
    expect(await steps.stateOf(made)).toBe('RETURNED');
    expect((await steps.payStranger({ amount: 1 })).attributes['status']).toBe('IN_REVIEW');
    await steps.limitParty({ perDay: outcomes.comesBack + outcomes.fails });
    const failing = await withdraw(outcomes.fails);
    expect((await steps.payStranger({ amount: 1 })).attributes['status']).toBe('IN_REVIEW');
    await untilReport(failing);
    expect((await steps.payStranger({ amount: outcomes.fails })).attributes['status']).toBe('PROCESSING');
    await steps.limitParty(null);
    await expectChange(-outcomes.fails);
  });
});

describe('a removed external account', () => {
  it('lets withdrawals in progress finish, and no new one start', async () => {
    const externalAccountId = main.externalAccountIdToRemove;
    const values = { amount: outcomes.completes, externalAccountId };
    const made = await steps.make('/transfers/withdraw', values);
    done(await steps.write('DELETE', `/external-accounts/${externalAccountId}`));
    const late = await steps.write('POST', '/transfers/withdraw', values);
    const pointer = '/data/attributes/externalAccountId';
    expect(refusal(late)).toEqual([409, ['external_account_not_usable'], [pointer]]);
    await untilReport(made);
    expect((await read(made)).attributes).toMatchObject({
      status: 'COMPLETED',
      externalAccountDisplayMask: expect.stringMatching(/^\*{4}[0-9]{4}$/) as unknown,
    });
    await expectChange(-outcomes.completes);
  });
});
