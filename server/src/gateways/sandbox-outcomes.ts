import type { PlannedOutcome } from './queries.ts';
import type { BankOrder } from './rail.ts';

/** NACHA return codes. */
export const nachaReasons = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R04: 'Invalid account number',
  R07: 'Authorization revoked by the customer',
  R09: 'Uncollected funds',
  R10: 'Customer says the debit was not authorized',
  R16: 'Account frozen',
  R17: 'Account number with invalid data',
  R23: 'Credit refused by the receiver',
} as const;
export type NachaCode = keyof typeof nachaReasons;

type Ending = { kind: 'failed' | 'returned'; code: NachaCode };

// Outcomes by the last two digits of the amount. All other amounts complete (docs/sandbox.md).
const endings: Record<BankOrder['direction'], ReadonlyMap<bigint, Ending>> = {
  credit: new Map<bigint, Ending>([
    [2n, { kind: 'failed', code: 'R02' }],
    [3n, { kind: 'failed', code: 'R03' }],
    [4n, { kind: 'failed', code: 'R04' }],
    [16n, { kind: 'failed', code: 'R16' }],
    [17n, { kind: 'returned', code: 'R17' }],
    [23n, { kind: 'returned', code: 'R23' }],
  ]),
  debit: new Map<bigint, Ending>([
    [2n, { kind: 'failed', code: 'R02' }],
    [3n, { kind: 'failed', code: 'R03' }],
    [4n, { kind: 'failed', code: 'R04' }],
    [7n, { kind: 'returned', code: 'R07' }],
    [9n, { kind: 'failed', code: 'R09' }],
    [10n, { kind: 'returned', code: 'R10' }],
    [16n, { kind: 'failed', code: 'R16' }],
  ]),
};

const twiceCents = 96n;
const lateCents = 97n;
const lostResponseCents = 98n;
const late = 10;

/** What the bank will report, and after how many times the usual time. */
type Plan = ReadonlyArray<{ outcome: PlannedOutcome; times: number }>;

/** Returns what the bank will report of an order: once, twice, late, or completed and then returned. */
export function planOf({ direction, amount }: Pick<BankOrder, 'direction' | 'amount'>): Plan {
  const completed: PlannedOutcome = { kind: 'completed', code: null, reason: null };
  const cents = amount % 100n;
  if (cents === twiceCents) return [1, 1].map((times) => ({ outcome: completed, times }));
  if (cents === lateCents) return [{ outcome: completed, times: late }];
  const magic = endings[direction].get(cents);
  if (!magic) return [{ outcome: completed, times: 1 }];
  const ending = { ...magic, reason: nachaReasons[magic.code] };
  if (magic.kind === 'failed') return [{ outcome: ending, times: 1 }];
  return [
    { outcome: completed, times: 1 },
    { outcome: ending, times: 2 },
  ];
}

/** Returns whether the bank takes the order, but its response is lost. */
export function isResponseLost({ amount }: Pick<BankOrder, 'amount'>): boolean {
  return amount % 100n === lostResponseCents;
}
