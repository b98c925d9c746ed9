import { auditFindings, countDeadlocks, readTransactions, readWallets } from '../support/books.ts';
import type { StoredTransaction } from '../support/books.ts';
import { countSpending } from './model/model.ts';
import type { Thing, Withdrawal } from './model/types.ts';
import { possibleStates } from './operations/reads.ts';
import type { Run } from './run.ts';
import { Violation } from './violation.ts';
import type { Promised } from './violation.ts';
import { everybody } from './world/cast.ts';
import { walletOf } from './world/people.ts';

function fail(promised: Promised, text: string): never {
  throw new Violation(promised, `at rest: ${text}`);
}

/**
 * Compares everything that was acknowledged with everything that is stored, while nobody asks for anything and every
 * bank has reported: each thing is there once and in its state, each wallet has its cents, and the audit finds nothing.
 */
export async function compareAll(run: Run, code: string): Promise<void> {
  const { query } = run.world.administration;
  const stored = await readTransactions(query);
  compareThings(run, stored);
  await compareWallets(run);
  checkCaps(run);
  if (!run.kills) checkLogs(run);
  const deadlocks = await countDeadlocks(query);
  if (deadlocks > 0) fail('G5', `${deadlocks} deadlocks, though all locks are taken in one order`);
  const [program] = run.world.programs;
  const findings = program ? await auditFindings(program.connection, code) : [];
  if (findings.length === 0) return;
  const isOfLimits = findings.every((finding) => /\bcounter\b/.test(finding));
  fail(isOfLimits ? 'G6' : 'G2', `the audit finds: ${findings.join('; ')}`);
}

function compareThings(run: Run, stored: readonly StoredTransaction[]): void {
  const { model } = run;
  const tokens = new Map([...model.things.values()].map((thing) => [thing.token, thing]));
  const found = new Set<string>();
  let deposits = 0;
  for (const row of stored) {
    if (row.type === 'deposit') deposits += 1;
    else {
      const thing = model.things.get(row.id) ?? strange(row, tokens);
      found.add(row.id);
      compareThing(run, thing, row);
    }
  }
  for (const id of model.things.keys()) if (!found.has(id)) fail('G1', `${id} was acknowledged, and is lost`);
  if (deposits !== model.deposits) fail('G1', `${deposits} deposits instead of ${model.deposits}`);
}

function strange({ id, description, status }: StoredTransaction, tokens: ReadonlyMap<string, Thing>): never {
  const twin = tokens.get(description ?? '');
  if (twin) return fail('G1', `${id} (${status}) is the second effect of the request that made ${twin.id}`);
  return fail('G1', `${id} (${status}, ${description ?? 'no description'}) was acknowledged to nobody`);
}

function compareThing(run: Run, thing: Thing, row: StoredTransaction): void {
  if (thing.type === 'withdrawal' && thing.status === 'PROCESSING') resolve(run, thing, row.status);
  if (thing.status !== row.status) {
    fail('G1', `${thing.id} was acknowledged as ${thing.status}, and is ${row.status}`);
  }
  const same =
    Number(row.amount) === thing.amount &&
    row.currency === thing.currency &&
    row.description === thing.token &&
    row.payer === thing.payer.id;
  if (!same) fail('G1', `${thing.id} is not what was acknowledged`);
}

/** What its bank has made of a withdrawal. */
function resolve({ model }: Run, thing: Withdrawal, status: string): void {
  const isOver = status !== 'PROCESSING' && possibleStates(thing).includes(status);
  const isUndone = status === 'COMPLETED' && possibleStates(thing).includes('RETURNED') && !thing.cancelAsked;
  if (!isOver || isUndone)
    fail('G1', `the withdrawal ${thing.id} over ${thing.amount} has ended as ${status}`);
  const wallet = walletOf(thing.payer, thing.currency);
  wallet.held -= thing.amount;
  if (status !== 'COMPLETED') wallet.available += thing.amount;
  if (status === 'FAILED' || status === 'CANCELED') countSpending(model, thing, -1);
  thing.status = status as Withdrawal['status'];
}

async function compareWallets(run: Run): Promise<void> {
  const parties = new Map(everybody(run.world.cast).map((party) => [party.id, party]));
  const seen = new Set<string>();
  for (const row of await readWallets(run.world.administration.query)) {
    const party = parties.get(row.party_id);
    if (!party) continue;
    const { available, held } = walletOf(party, row.currency);
    seen.add(`${party.id} ${row.currency}`);
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
      wallet.floating = 0;
      const isEmpty = wallet.available === 0 && wallet.held === 0;
      if (!isEmpty && !seen.has(`${party.id} ${wallet.currency}`))
        fail('G2', `${party.name} has lost a wallet`);
      if (wallet.open.size > 0) throw new Error('at rest a move is still open');
    }
  }
}

/** Whatever the program takes for a fault of its own is one. */
function checkLogs({ world }: Run): void {
  for (const program of world.programs) {
    const fault = program
      .log()
      .split('\n')
      .find((line) => /"level":[56]0/.test(line));
    if (fault !== undefined) fail('G5', `the log says ${fault.slice(0, 1_000)}`);
  }
}

/** Of those whose limits never change: without approvals nobody has spent more in a day than its limit (G6). */
function checkCaps({ model, world }: Run): void {
  for (const party of world.cast.folk) {
    for (const { id, limits } of [party, party.agent]) {
      const key = `${id} ${model.today.day}`;
      const spent = (model.spent.get(key) ?? 0) - (model.approved.get(key) ?? 0);
      if (limits.perDay !== null && spent > limits.perDay) {
        fail('G6', `${party.name} has spent ${spent} in a day, ${spent - limits.perDay} over its limit`);
      }
    }
  }
}
