import type { Run } from './run.ts';
import { Violation } from './violation.ts';
import { allParties } from './world/party-groups.ts';

/** The number of secrets searched for, and of characters searched. */
export type Search = { secrets: number; characters: number };

const rowsAtOnce = 5_000;

/**
 * Searches the programs' logs and the text of all rows of all tables for every key of the run, in plain text, hex and
 * base64. Searches the logs for link tokens too; the database stores those, because a list shows them again.
 */
export async function searchSecrets(run: Run): Promise<Search> {
  const keys = keysOf(run);
  const logs = run.world.programs.map((program) => program.log()).join('\n');
  expectNone([...keys, ...run.model.links], logs, 'the log');
  const disguised = keys.flatMap(disguisesOf);
  let characters = logs.length;
  const { query } = run.world.administration;
  const tables = await query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    for (let offset = 0; ; offset += rowsAtOnce) {
      const [row] = await query<{ text: string | null }>(
        `SELECT string_agg(x.text, ' ') AS text
         FROM (SELECT t::text AS text FROM ${name} t ORDER BY ctid LIMIT ${rowsAtOnce} OFFSET ${offset}) x`,
      );
      const text = row?.text ?? '';
      if (text === '') break;
      expectNone(disguised, text, `the table ${name}`);
      characters += text.length;
    }
  }
  return { secrets: keys.length + run.model.links.size, characters };
}

/** Returns a secret as text, in hex and in base64. */
export function disguisesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')];
}

function keysOf({ world, model }: Run): string[] {
  const keys = new Set(model.secrets);
  for (const { owner, approver, readOnly, agent } of allParties(world.parties)) {
    for (const each of [owner, readOnly, agent]) keys.add(each.key);
    if (approver) keys.add(approver.key);
  }
  for (const party of Object.values(world.programs[0]?.sandbox.parties ?? {})) {
    for (const [name, value] of Object.entries(party)) if (/key$/i.test(name)) keys.add(value);
  }
  return [...keys];
}

function expectNone(secrets: readonly string[], text: string, place: string): void {
  const found = secrets.filter((secret) => text.includes(secret));
  if (found.length === 0) return;
  throw new Violation('G13', `${place} contains ${found.length} secrets, first ${found[0]?.slice(0, 12)}…`);
}
