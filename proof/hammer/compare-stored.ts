import {
  auditFindings,
  countDeadlocks,
  readFloods,
  readKeptAttempts,
  readRefusedKeys,
  readTransactions,
  readWallets,
  type StoredTransaction,
} from '../support/books.ts';
import { bookkeepingFindings } from '../support/bookkeeping.ts';
import { defaultCurrency } from './limits.ts';
import { countSpending, spendingKey } from './model/model.ts';
import type { Transaction, Withdrawal } from './model/types.ts';
import { possibleStates } from './operations/reads.ts';
import type { Run } from './run.ts';
import { type Guarantee, Violation } from './violation.ts';
import { allParties } from './world/party-groups.ts';
import { walletOf } from './world/parties.ts';

function fail(guarantee: Guarantee, text: string): never {
  throw new Violation(guarantee, `at a checkpoint: ${text}`);
}

/**
 * Compares everything acknowledged with everything stored, while no requests are in flight and no withdrawals are
 * processing: each transaction exists once with its status, each wallet has its exact balance, and the audit finds
 * nothing.
 */
export async function compareAll(run: Run, code: string): Promise<void> {
  const { query } = run.world.administration;
  const stored = await readTransactions(query);
  settleAttempts(run, stored);
  compareTransactions(run, stored);
  await compareWallets(run);
  checkCaps(run);
  if (!run.kills) checkLogs(run);
  if (!run.kills) await checkRefusals(run);
  const deadlocks = await countDeadlocks(query);
  if (deadlocks > 0) fail('G5', `${deadlocks} deadlocks, though all locks are taken in the same order`);
  const [program] = run.world.programs;
  const findings = program ? await auditFindings(program.connection, code) : [];
  if (findings.length === 0) return;
  const isOfLimits = findings.every((finding) => /\bcounter\b/.test(finding));
  fail(isOfLimits ? 'G6' : 'G2', `the audit finds: ${findings.join('; ')}`);
}

/** Has the operator's commands look for differences, at the end: they take seconds. */
export async function compareBookkeeping({ world }: Run, code: string): Promise<void> {
  const [program] = world.programs;
  const findings = program ? await bookkeepingFindings(program.connection, code) : [];
  if (findings.length > 0) fail('G2', findings.join('; '));
}

/** Applies the payments whose outcome only the database knows. */
function settleAttempts({ model }: Run, stored: readonly StoredTransaction[]): void {
  const rows = new Map(stored.map((row) => [row.description, row]));
  for (const [token, settle] of model.unsettled) settle(rows.get(token) ?? null);
  model.unsettled.clear();
}

function compareTransactions(run: Run, stored: readonly StoredTransaction[]): void {
  const { model } = run;
  const tokens = new Map(
    [...model.transactions.values()].map((transaction) => [transaction.token, transaction]),
  );
  const found = new Set<string>();
  const counts = { deposit: 0, internal: 0 };
  for (const row of stored) {
    if (row.type === 'deposit' || row.type === 'internal') counts[row.type] += 1;
    else {
      const transaction = model.transactions.get(row.id) ?? failUnknown(row, tokens);
      found.add(row.id);
      compareTransaction(run, transaction, row);
    }
  }
  for (const id of model.transactions.keys())
    if (!found.has(id)) fail('G1', `${id} was acknowledged, but is lost`);
  const { deposits, internalTransfers } = model;
  if (counts.deposit !== deposits) fail('G1', `${counts.deposit} deposits instead of ${deposits}`);
  if (counts.internal !== internalTransfers)
    fail('G1', `${counts.internal} internal transfers instead of ${internalTransfers}`);
}

function failUnknown(
  { id, description, status }: StoredTransaction,
  tokens: ReadonlyMap<string, Transaction>,
): never {
  const twin = tokens.get(description ?? '');
  if (twin) return fail('G1', `${id} (${status}) is a second effect of the request that created ${twin.id}`);
  return fail('G1', `${id} (${status}, ${description ?? 'no description'}) was never acknowledged`);
}

function compareTransaction(run: Run, transaction: Transaction, row: StoredTransaction): void {
  if (transaction.type === 'withdrawal' && transaction.status === 'PROCESSING')
    resolve(run, transaction, row.status);
  if (transaction.status !== row.status) {
    fail('G1', `${transaction.id} was acknowledged as ${transaction.status}, but is ${row.status}`);
  }
  const same =
    Number(row.amount) === transaction.amount &&
    row.currency === transaction.currency &&
    row.description === transaction.token &&
    row.payer === transaction.payer.id;
  if (!same) fail('G1', `${transaction.id} differs from what was acknowledged`);
}

/** Applies the bank's outcome of a withdrawal to the model. */
function resolve({ model }: Run, transaction: Withdrawal, status: string): void {
  const isOver = status !== 'PROCESSING' && possibleStates(transaction).includes(status);
  const isUndone =
    status === 'COMPLETED' &&
    possibleStates(transaction).includes('RETURNED') &&
    !transaction.cancelRequested;
  if (!isOver || isUndone)
    fail('G1', `the withdrawal ${transaction.id} of ${transaction.amount} ended as ${status}`);
  const wallet = walletOf(transaction.payer, transaction.currency);
  wallet.held -= transaction.amount;
  if (status !== 'COMPLETED') wallet.available += transaction.amount;
  if (status === 'FAILED' || status === 'CANCELED') countSpending(model, transaction, -1);
  transaction.status = status as Withdrawal['status'];
}

async function compareWallets(run: Run): Promise<void> {
  const parties = new Map(allParties(run.world.parties).map((party) => [party.id, party]));
  const compared = new Set<string>();
  for (const row of await readWallets(run.world.administration.query)) {
    const party = parties.get(row.party);
    if (!party) continue;
    const { available, held } = walletOf(party, row.currency);
    compared.add(`${party.id} ${row.currency}`);
    const [posted, reserved] = [Number(row.posted), Number(row.held)];
    if (posted !== available + held || reserved !== held) {
      const model = `${available + held} of which ${held} held`;
      fail(
        'G2',
        `${party.name} has ${posted} ${row.currency} of which ${reserved} held; acknowledged are ${model}`,
      );
    }
  }
  for (const party of parties.values()) {
    for (const wallet of party.wallets.values()) {
      wallet.returnable = 0;
      const isEmpty = wallet.available === 0 && wallet.held === 0;
      if (!isEmpty && !compared.has(`${party.id} ${wallet.currency}`))
        fail('G2', `${party.name} has lost a wallet`);
      if (wallet.open.size > 0) throw new Error('a move is still open at a checkpoint');
    }
  }
}

/** Fails on any error that a program has logged. */
function checkLogs({ world }: Run): void {
  for (const program of world.programs) {
    const fault = program
      .log()
      .split('\n')
      .find((line) => /"level":[56]0/.test(line));
    // Each day the server compares its books with the bank's, and logs each difference.
    const promise = fault?.includes('a clearing account and its bank differ') ? 'G2' : 'G5';
    if (fault !== undefined) fail(promise, `the log says ${fault.slice(0, 1_000)}`);
  }
}

// Per server, a minute of the clock overlaps with two minutes of the log: two first lines, two sums.
const refusalLines = 4;
const keptAttempts = 20; // per agent and hour, of each server since it was started

/**
 * Checks that every refused write is in the audit log, and that repeated refusals are summed into few lines. A server
 * that was killed begins a minute and an hour again.
 */
async function checkRefusals({ world, refusedKeys, killed }: Run): Promise<void> {
  const logged = new Set(await readRefusedKeys(world.administration.query));
  const unlogged = [...refusedKeys].filter((prefix) => !logged.has(prefix));
  if (unlogged.length > 0)
    fail('refusals', `the audit log has no refusal of ${unlogged[0]}, which was refused`);
  const [flood] = await readFloods(world.administration.query, refusalLines * world.programs.length);
  if (flood) fail('refusals', `the audit log has ${flood.lines} lines of ${flood.what} in a minute`);
  const [kept] = await readKeptAttempts(
    world.administration.query,
    keptAttempts * (2 * world.programs.length + killed),
  );
  if (kept) fail('refusals', `the audit log has ${kept.lines} ${kept.what} in an hour`);
}

/** Checks that no regular party or agent has spent more in a day than its fixed limit, except by approvals (G6). */
function checkCaps({ model, world }: Run): void {
  for (const party of world.parties.regular) {
    for (const { id, limits } of [party, party.agent]) {
      const { currencies = {}, ...dollars } = limits;
      for (const [currency, { perDay }] of Object.entries({ ...currencies, [defaultCurrency]: dollars })) {
        const key = spendingKey(id, currency, model.today.day);
        const spent = (model.spent.get(key) ?? 0) - (model.approved.get(key) ?? 0);
        if (perDay === null || spent <= perDay) continue;
        fail('G6', `${party.name} has spent ${spent} ${currency} in a day, ${spent - perDay} over its limit`);
      }
    }
  }
}
