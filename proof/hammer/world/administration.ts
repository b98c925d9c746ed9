import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool, type PoolClient } from 'pg';
import type * as Clock from '../../../server/src/db/clock.ts';
import type * as Failures from '../../../server/src/db/failures.ts';
import type * as Types from '../../../server/src/db/pool.ts';
import type { Database } from '../../support/program.ts';

/** Runs a transaction for what no endpoint does: creating parties, agents and agent keys, revocations, deposits. */
export type Administer = <T>(work: (tx: PoolClient, now: Date) => Promise<T>) => Promise<T>;

export type Administration = {
  administer: Administer;
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Imports a module of the checkout under test, so that its functions match its schema. */
  load: <Module>(path: string) => Promise<Module>;
  end: () => Promise<void>;
};

const attempts = 5;

/** Opens database sessions that perform administrative actions with the server's own functions. */
export async function openAdministration(code: string, connection: Database): Promise<Administration> {
  const load = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(code, 'server/src', path)).href)) as Module;
  const { codeRows } = await load<typeof Types>('db/pool.ts');
  const { currentTime } = await load<typeof Clock>('db/clock.ts');
  const { isRetryable, isUniqueViolation } = await load<typeof Failures>('db/failures.ts');
  const pool = new Pool({ ...connection, ...codeRows, max: 4, application_name: 'hammer' });
  pool.on('error', () => undefined);
  return {
    administer: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        const tx = await pool.connect();
        try {
          await tx.query('BEGIN');
          const result = await work(tx, await currentTime(tx));
          await tx.query('COMMIT');
          tx.release();
          return result;
        } catch (error) {
          tx.release(true);
          // It created the same wallet as a server, or deadlocked with one: retry, as the engine does with a batch.
          const again = isRetryable(error) || isUniqueViolation(error);
          if (attempt === attempts || !again) throw error;
        }
      }
    },
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    load,
    end: () => pool.end(),
  };
}
