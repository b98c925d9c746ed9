import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { testServer } from '../support/server.ts';
import { triggersOff } from '../support/triggers.ts';
import { runOn } from './command.ts';
import { createScene } from './scene.ts';
import { tamperedDeposits } from './tampered-deposits.ts';
import { tamperedFees } from './tampered-fees.ts';
import { tamperedMoney } from './tampered-money.ts';
import { tamperedBlocks, tamperedTriggers } from './tampered-log.ts';
import { tamperedRecords, tamperedReferences } from './tampered-records.ts';
import { tamperedRequests } from './tampered-requests.ts';
import { tamperedLimits } from './tampered-limits.ts';
import { tamperedRules } from './tampered-rules.ts';

// The bank needs a minute of the service's clock, which these tests do not advance.
const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '999999999' });
let client: Client;
beforeAll(async () => {
  await createScene(server);
  client = new Client(server.connection);
  await client.connect();
});
afterAll(() => client.end());

/**
 * Counts the rows a check finds after a change that the database does not prevent. The change is rolled back.
 */
async function foundAfter(change: string, check: string): Promise<number> {
  const { sql } = auditChecks.find((each) => each.check === check) ?? { sql: 'no such check' };
  await client.query('BEGIN');
  try {
    // No trigger and no foreign key prevents it.
    await client.query(`SET LOCAL session_replication_role = replica; ${triggersOff(change)} ${change}`);
    return (await client.query(sql)).rows.length;
  } finally {
    await client.query('ROLLBACK');
  }
}

async function statesOf(table: string): Promise<string[]> {
  const rows = await server.sql<{ status: string }>(`SELECT DISTINCT status FROM ${table} ORDER BY status`);
  return rows.map(({ status }) => status);
}

const tamperings = [
  ...tamperedMoney,
  ...tamperedDeposits,
  ...tamperedFees,
  ...tamperedRecords,
  ...tamperedRequests,
  ...tamperedBlocks,
  ...tamperedRules,
  ...tamperedLimits,
  ...tamperedReferences,
  ...tamperedTriggers,
];

describe('npm run audit', () => {
  it('finds nothing in sound books with payments, withdrawals and approvals in every state, and exits 0', async () => {
    const { code, out } = await runOn(server, 'audit');
    expect([code, out.match(/WRONG.*\n.*/g)]).toEqual([0, null]);
    expect(out).toContain('the books add up');
    const ended = ['APPROVAL_DENIED', 'CANCELED', 'COMPLETED'];
    const underWay = ['FAILED', 'IN_REVIEW', 'PENDING_CLAIM', 'PROCESSING'];
    expect(await statesOf('payments')).toEqual([...ended, ...underWay, 'RETURNED']);
    expect(await statesOf('transfers')).toEqual([...ended, 'FAILED', 'IN_REVIEW', 'PROCESSING', 'RETURNED']);
    expect(await statesOf('approvals')).toEqual(['approved', 'canceled', 'denied', 'pending']);
  });

  it('refuses arguments with exit code 2', async () => {
    expect((await runOn(server, 'audit', ['now'])).code).toBe(2);
  });

  it('prints the head of the audit log, and finds it in the chain later', async () => {
    const { code, out } = await runOn(server, 'audit', ['--head']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+:[0-9a-f]{64}\n$/)]);
    const kept = await runOn(server, 'audit', ['--contains', out.trim()]);
    expect([kept.code, kept.out.includes('WRONG')]).toEqual([0, false]);
    const other = out.trim().replace(/.{64}$/, '0'.repeat(64));
    const lost = await runOn(server, 'audit', ['--contains', other]);
    expect([lost.code, lost.out]).toEqual([
      1,
      expect.stringContaining('WRONG  the chain contains the head that was kept'),
    ]);
  });

  it.each(tamperings)('finds %s', async (_what, change, check) => {
    expect(await foundAfter(change, check)).toBeGreaterThan(0);
  });

  it('has a tampering for every check', () => {
    const tampered = new Set(tamperings.map(([, , check]) => check));
    expect(auditChecks.map(({ check }) => check).filter((check) => !tampered.has(check))).toEqual([]);
  });

  it('gives every check a unique name', () => {
    expect(new Set(auditChecks.map(({ check }) => check)).size).toBe(auditChecks.length);
  });

  it('shows its findings and exits 1', async () => {
    await client.query('DELETE FROM counterparties');
    const { code, out } = await runOn(server, 'audit');
    expect([code, out.includes('WRONG  whoever was paid is a counterparty')]).toEqual([1, true]);
  });
});
