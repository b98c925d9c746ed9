import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from './columns.ts';
import type { Context, OperationId } from './command.ts';
import { exits, misused, Stop } from './stop.ts';
import { asText, clean } from './text.ts';
import { spanOf } from './values.ts';

const between_ms = 1_000;

/** How each state ends a command. Those that are absent go on. */
const ends: Readonly<Record<string, number>> = {
  COMPLETED: exits.done,
  PENDING_CLAIM: exits.done, // what is left to do is the payee's
  FAILED: exits.refused,
  RETURNED: exits.refused,
  APPROVAL_DENIED: exits.refused,
  CANCELED: exits.refused,
  DECLINED: exits.refused,
  EXPIRED: exits.refused,
};

/** Flags of what can be waited for. */
export const waitFlags = [
  { name: 'wait', about: 'wait until it has ended, and say each state on the way' },
  {
    name: 'timeout',
    value: 'span',
    about: 'stop waiting after this long, such as 10m; then it exits with 4 (implies --wait)',
  },
];

/** Returns what a state exits with when nobody waits for the next one. */
const exitOfState = (status: unknown): number =>
  ends[String(status)] ?? (status === 'IN_REVIEW' ? exits.waits : exits.done);

/** Waits until a payment or transfer has ended, if that was asked for. Returns it as it is then, and what to exit with. */
export async function waited(
  context: Context,
  id: OperationId,
  args: Row,
  first: Row,
): Promise<{ row: Row; exit: number }> {
  const { flags, terminal, signal, call } = context;
  const isWanted = flags['wait'] === true || flags['timeout'] !== undefined;
  if (!isWanted) return { row: first, exit: exitOfState(first['status']) };
  const limit_s = flags['timeout'] === undefined ? Infinity : spanOf(asText(flags['timeout']));
  if (limit_s === null) throw misused('--timeout takes a span, such as 90s, 10m or 2h.');
  const until = Date.now() + limit_s * 1000;
  let row = first;
  for (let said: unknown = null; ;) {
    const status = row['status'];
    if (status !== said) terminal.note(terminal.toned('quiet', `… ${clean(String(status))}`));
    said = status;
    const end = ends[String(status)];
    if (end !== undefined) return { row, exit: end };
    if (Date.now() + between_ms > until) return { row, exit: exits.waits };
    await pause(between_ms, undefined, { signal }).catch(() => {
      throw new Stop(exits.interrupted, 'interrupted', 'Nobody waits for it any more; it goes on.');
    });
    row = await call(id, args);
  }
}
