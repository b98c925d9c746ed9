import { advance } from './moves.ts';
import type { TestServer } from './server.ts';

type ServerAccess = Pick<TestServer, 'baseUrl' | 'parties' | 'sql'>;

/** Makes the last announcement old enough for the next run of advanceWatermarks to complete it. */
export async function ageWatermarks({ sql }: ServerAccess): Promise<void> {
  await sql("UPDATE payment_watermarks SET since = since - interval '1 hour'");
}

/** Moves the watermark past all present payments: one run announces them, the next completes them. */
export async function completeWatermarks(server: ServerAccess): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    await ageWatermarks(server);
    await advance(server, 1);
  }
}
