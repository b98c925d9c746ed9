import type { ClientBase } from 'pg';
import { auditChecks } from './checks.ts';

/** The result of one check: how many rows violate it, and the first of them. */
export type AuditFinding = { check: string; differences: number; examples: object[] };

/** How many rows the audit covers, and the result of every check. The books are right if no check has a difference. */
export type AuditReport = { movements: number; wallets: number; payments: number; findings: AuditFinding[] };

const maxExamples = 10;

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
    for (const { check, sql } of auditChecks) {
      const { rows } = await client.query<{ total: string; row: object }>(
        `SELECT count(*) OVER ()::text AS total, to_json(found) AS row FROM (${sql}) found LIMIT ${maxExamples}`,
      );
      findings.push({
        check,
        differences: Number(rows[0]?.total ?? 0),
        examples: rows.map((each) => each.row),
      });
    }
    const { movements, wallets, payments } = counts.rows[0] ?? { movements: 0, wallets: 0, payments: 0 };
    return { movements: Number(movements), wallets: Number(wallets), payments: Number(payments), findings };
  } finally {
    await client.query('ROLLBACK');
  }
}
