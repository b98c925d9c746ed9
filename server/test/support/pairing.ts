import { advance } from './moves.ts';
import type { TestServer } from './server.ts';

type Reached = Pick<TestServer, 'baseUrl' | 'parties' | 'sql'>;

/** What was announced last was announced long enough ago; the next run of the work says so. */
export async function waitOutMarks({ sql }: Reached): Promise<void> {
  await sql("UPDATE payment_marks SET since = since - interval '1 hour'");
}

/** All payments of now are complete: one run announces them, the next says so. */
export async function markAll(server: Reached): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    await waitOutMarks(server);
    await advance(server, 1);
  }
}
