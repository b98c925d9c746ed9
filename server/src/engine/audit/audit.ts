import type { ClientBase } from 'pg';
import { type AuditCheck, wrongRows } from './check.ts';
import { auditChecks } from './checks.ts';

/** The result of one check: how many rows violate it, and the first of them. */
export type AuditFinding = { check: string; differences: number; examples: object[] };

/** How many rows the audit covers, and the result of every check. The books are right if no check has a difference. */
export type AuditReport = { movements: number; wallets: number; payments: number; findings: AuditFinding[] };

const maxExamples = 10;
const rowsAtOnce = 10_000;

/**
 * Recomputes the books from the entries and compares them with the tables, in one snapshot, so that it can run beside a
 * busy server. Changes nothing.
 */
export async function auditBooks(client: ClientBase): Promise<AuditReport> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // The audit may take as long as it needs; it holds no lock that a payment waits for.
    await client.query('SET LOCAL statement_timeout = 0');
    const counts = await client.query<Record<'movements' | 'wallets' | 'payments', string>>(
      `SELECT (SELECT count(*) FROM movements)::text AS movements, (SELECT count(*) FROM wallets)::text AS wallets,
              (SELECT count(*) FROM payments)::text AS payments`,
    );
    const findings: AuditFinding[] = [];
    for (const each of auditChecks) {
      const found = await (each.isWrong ? recompute(client, each) : count(client, each));
      findings.push({ check: each.check, ...found });
    }
    const { movements, wallets, payments } = counts.rows[0] ?? { movements: 0, wallets: 0, payments: 0 };
    return { movements: Number(movements), wallets: Number(wallets), payments: Number(payments), findings };
  } finally {
    await client.query('ROLLBACK');
  }
}

type Found = Omit<AuditFinding, 'check'>;

async function count(client: ClientBase, { sql }: AuditCheck): Promise<Found> {
  const { rows } = await client.query<{ total: string; row: object }>(
    `SELECT count(*) OVER ()::text AS total, to_json(found) AS row FROM (${sql}) found LIMIT ${maxExamples}`,
  );
  return { differences: Number(rows[0]?.total ?? 0), examples: rows.map(({ row }) => row) };
}

/** Reads the rows in parts, and counts those that violate the promise. */
async function recompute(client: ClientBase, check: AuditCheck): Promise<Found> {
  const found: Found = { differences: 0, examples: [] };
  await client.query(
    `DECLARE recomputed NO SCROLL CURSOR FOR SELECT to_json(found) AS row FROM (${check.sql}) found`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: object }>(`FETCH ${rowsAtOnce} FROM recomputed`);
    if (rows.length === 0) break;
    const wrong = wrongRows(
      check,
      rows.map(({ row }) => row),
    );
    found.differences += wrong.length;
    found.examples.push(...wrong.slice(0, maxExamples - found.examples.length));
  }
  await client.query('CLOSE recomputed');
  return found;
}
