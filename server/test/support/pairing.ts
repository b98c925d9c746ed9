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
 * transaction of another test's database delays that, so it may take more than the next one.
 */
export async function completeWatermarks(server: Access): Promise<void> {
  await ageWatermarks(server);
  await advance(server, 1);
  const [announced] = await server.sql<{ payment: string; line: string }>(
    'SELECT announced_to AS payment, lines_announced_to AS line FROM payment_watermarks',
  );
  if (!announced) throw new Error('there are no watermarks');
  await until('the watermarks are complete', async () => {
    await ageWatermarks(server);
    await advance(server, 1);
    const complete = 'complete_to >= $1::uuid AND lines_complete_to >= $2';
    const found = await server.sql(
      `SELECT FROM payment_watermarks WHERE ${complete}`,
      announced.payment,
      announced.line,
    );
    return found.length > 0;
  });
}
