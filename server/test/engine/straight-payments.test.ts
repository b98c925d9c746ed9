import { describe, expect, it } from 'vitest';
import { payments } from '../../src/engine/model/tables.ts';
import type { Payment } from '../../src/engine/model/records.ts';
import { insertPaymentsAndMovements } from '../../src/engine/store/store-payments.ts';
import { payment } from './commands.ts';
import { run } from './run.ts';
import { world } from './world.ts';

/** Another value for a column of this type than a plain payment has. */
const others: Readonly<Record<string, unknown>> = {
  uuid: '0'.repeat(31) + '7',
  text: 'another',
  bigint: 7n,
  json: { order: '1001' },
  boolean: true,
  bytea: Buffer.from('another'),
  timestamptz: new Date(7),
};

describe('the one statement for payments whose money went straight', () => {
  const { changes } = run(world(), payment({}));
  const [plain] = changes.payments;
  const written = (changed: Partial<Payment>) =>
    insertPaymentsAndMovements({ ...changes, payments: [{ ...plain, ...changed } as Payment] }).map(
      ({ name, values }) => ({ name, values }),
    );

  it('writes a plain payment', () => {
    expect(written({}).map(({ name }) => name)).toEqual(['engine_insert_straight_payments']);
  });

  it.each(Object.entries(payments.columns))(
    'writes %s, or leaves the payment to the others',
    (name, { type }) => {
      expect(written({ [name]: others[type] })).not.toEqual(written({}));
    },
  );
});
