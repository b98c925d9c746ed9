import type { Queryable } from '../../db/sql.ts';
import { noChanges } from '../model/changes.ts';
import { decide, needsOf } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { batchTime, timeOf } from '../decide/time.ts';
import { askedState } from '../load/asked.ts';
import { mergedParties } from '../load/needs.ts';
import { loadHistory, loadSteps, readState } from '../load/load.ts';
import type { Load, Lock } from '../load/load-step.ts';
import type { Rows } from '../model/step.ts';
import type { Approval } from '../model/records.ts';
import { emptyAuthority, type Party, type State } from '../model/state.ts';
import type { Outcome } from '../model/outcomes.ts';
import { supposeFunds, supposeNoDebt } from '../rules/wallets.ts';
import { type Id, newId } from '../../lib/id.ts';
import { runSteps } from '../plain-writes/run-steps.ts';
import { storeSteps } from '../store/store.ts';

/** Runs commands inside an open transaction, with the same load, decide and store steps as a batch. */
export async function runWithin(tx: Queryable, commands: readonly Command[]): Promise<Outcome[]> {
  const { state, time_us } = await load(tx, commands);
  const changes = noChanges(time_us);
  const outcomes = decide(commands, state, changes);
  await runSteps(tx, storeSteps(changes));
  return outcomes;
}

const readOnly = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

const lockNothing: Lock = () => '';

/**
 * Decides a command as a batch would at this moment, in a transaction that has only begun. It locks and stores nothing:
 * PostgreSQL refuses both. Looks at no debt of the party in `unseen` and, if a wallet of it pays, at no funds. Returns the outcome, the approvals
 * that it would request, and the fee of the payment or withdrawal that it would make.
 */
export async function previewWithin(
  tx: Queryable,
  command: Command,
  unseen: { partyId: Id<'pty'>; currency: string; paysFromWallet: boolean } | null,
): Promise<{ outcome: Outcome; approvals: readonly Approval[]; fee: bigint | null }> {
  await tx.query({ text: readOnly });
  const { state, time_us } = await load(tx, [command], lockNothing);
  const changes = noChanges(time_us);
  if (unseen) supposeNoDebt(state, unseen.partyId, unseen.currency);
  if (unseen?.paysFromWallet) {
    supposeFunds(state, changes, { ...unseen, newId: newId('wal'), now: timeOf(changes) });
  }
  const [outcome] = decide([command], state, changes);
  if (!outcome) throw new Error('a command had no outcome');
  const [made] = [...changes.payments, ...changes.transfers];
  return { outcome, approvals: changes.approvals, fee: made?.fee ?? null };
}

/** `merged` are parties that others have taken over, for good: an earlier load has found that the commands name them. */
async function load(
  tx: Queryable,
  commands: readonly Command[],
  lock?: Lock,
  merged: ReadonlyArray<Readonly<Party>> = [],
): Promise<{ state: State; time_us: bigint }> {
  const known = new Map(merged.map((party) => [party.id, party]));
  const needs = needsOf(commands, { ...emptyAuthority(), parties: known });
  const run = async (loads: readonly Load[]): Promise<Rows[]> => {
    const results = [];
    for (const { text, values } of loads) results.push((await tx.query({ text, values })).rows);
    return results;
  };
  const loads = loadSteps(needs, lock);
  const loaded = readState(loads, await run(loads));
  const found = mergedParties(loaded);
  if (found.length > 0) return load(tx, commands, lock, [...merged, ...found]);
  for (const [id, party] of known) loaded.parties.set(id, party);
  await loadHistory(needs, loaded, loaded, run);
  return { state: askedState(needs, loaded), time_us: batchTime(loaded) };
}
