import type { ApiClient } from './client.ts';
import { until } from '../flows/support.ts';
import { advance } from './moves.ts';
import type { TestServer } from './server.ts';

type Access = ApiClient & Pick<TestServer, 'sql'>;

/** Makes the last announcement old enough for the next run of sealAuditLog to complete it. */
export async function ageWatermarks({ sql }: Access): Promise<void> {
  await sql("UPDATE payment_watermarks SET since = since - interval '1 hour'");
}

/**
 * Moves the watermarks past all present payments and audit lines: one run announces them, a later one completes them. A
 * transaction of another test's database delays both, so it may take more than two.
 */
export async function completeWatermarks(server: Access): Promise<void> {
  const [last] = await server.sql<{ payment: string | null; line: string | null }>(
    'SELECT (SELECT id FROM payments ORDER BY id DESC LIMIT 1) AS payment, (SELECT max(position) FROM audit_lines) AS line',
  );
  await until('the watermarks are complete', async () => {
    await ageWatermarks(server);
    await advance(server, 1);
    const found = await server.sql(
      `SELECT FROM payment_watermarks
       WHERE ($1::uuid IS NULL OR complete_to >= $1) AND ($2::bigint IS NULL OR lines_complete_to >= $2)`,
      last?.payment ?? null,
      last?.line ?? null,
    );
    return found.length > 0;
  });
}
