import { expect, it } from 'vitest';
import { plannerSettings } from '../../src/engine/queue/connection.ts';
import * as tables from '../../src/engine/model/tables.ts';
import type { Table } from '../../src/engine/model/tables.ts';
import { updateRows } from '../../src/engine/store/rows.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabase, withSession } from '../flows/support.ts';

type Row = Record<string, null>;

const updated = Object.values(tables).filter(
  (each) => typeof each === 'object' && 'columns' in each,
) as unknown as Array<Table<Row>>;

/** The UPDATE of all columns of a table, by its first. */
function updateOf(table: Table<Row>): string {
  const [key = '', ...others] = Object.keys(table.columns);
  const row = Object.fromEntries([key, ...others].map((name) => [name, null]));
  return updateRows(table, [key], others)([row])[0]?.text ?? '';
}

// A table that was analysed while it had few rows is the one for which the planner reverses a join.
it.each(['SELECT', 'ANALYZE'])(
  'an UPDATE by key looks each row up by index, planned after %s',
  async (before) => {
    await withSession(await emptyDatabase(), async (session) => {
      await migrate(session);
      await session.query(plannerSettings);
      await session.query(before);
      expect(updated.length).toBeGreaterThanOrEqual(6);
      for (const table of updated) {
        const { rows } = await session.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (GENERIC_PLAN) ${updateOf(table)}`,
        );
        const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
        expect(plan).toMatch(
          new RegExp(
            `Update on ${table.name}[^]*Function Scan on generate_series i[^]*Index Scan[^]*Index Cond`,
          ),
        );
      }
    });
  },
);
