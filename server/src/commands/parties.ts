import {
  type ActingPart,
  findKnownParty,
  type KnownParty,
  listActing,
  listPartiesAfter,
} from '../identity/parties/operator/queries.ts';
import { type Id, type IdPrefix, parseId, publicId } from '../lib/id.ts';
import { withinLine } from '../lib/text.ts';
import { isoSeconds } from '../lib/time.ts';
import { formatTable, printLines } from './table.ts';
import { idRule, readOptions, readPage, requireRules } from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const partiesUsage = `Usage: npm run admin -- parties [PARTY] [options]

Lists the parties, oldest first. With PARTY, shows that party and what can act for it: its members, agents, and keys that
work, by the ids that the other commands take.

  PARTY             the party, pty_…
  --find TEXT       only parties with this in their name or address, or that a key belongs to, whole or its beginning
  --after ID        only parties after this one
  --limit NUMBER    1 to 1000 (default: 100); with PARTY, of each kind
  --json            one JSON object per line, for programs`;

/** Returns the command `parties` with these arguments. Throws UsageError. */
export function prepareParties(args: readonly string[]): Command {
  const values = readOptions(args, ['find', 'after', 'limit'] as const, partiesUsage, {
    flags: ['json'],
    positions: ['party'],
  });
  const { party, find = null, json = false } = values;
  const partyId = party === undefined ? null : parseId('pty', party);
  const {
    after,
    count,
    rules: [afterRule, limitRule],
  } = readPage('pty', values);
  requireRules(
    [
      ...(party === undefined ? [] : [idRule('PARTY', 'pty', partyId)]),
      [
        party === undefined || (find === null && values.after === undefined),
        '--find and --after are of the list',
      ],
      afterRule,
      [find !== '', '--find must be 1 character or more'],
      limitRule,
    ],
    partiesUsage,
  );
  return async ({ client, now }) => {
    if (partyId !== null) {
      const known = await findKnownParty(client, partyId);
      if (!known) throw new UsageError('There is no party of this id.');
      const acting = await listActing(client, { partyId, now, count });
      printLines(
        json ? [known].map(partyToJson).concat(acting.map(actingToJson)) : partyLines(known, acting),
      );
      return 0;
    }
    const found = await listPartiesAfter(client, { find, after: after ?? '', count: count + 1 });
    const shown = found.slice(0, count);
    printLines(json ? shown.map(partyToJson) : tableOf(shown, found.length > count));
    return 0;
  };
}

const stateOf = ({ status, frozenBy }: KnownParty): string =>
  frozenBy.length === 0 ? status : `${status} by ${frozenBy.join(' and ')}`;

function tableOf(parties: readonly KnownParty[], hasMore: boolean): string[] {
  if (parties.length === 0) return ['no parties'];
  const rows = parties.map((party) => [
    publicId('pty', party.id),
    stateOf(party),
    withinLine(party.name),
    withinLine(party.email ?? ''),
    isoSeconds(party.createdAt),
  ]);
  const lines = formatTable(['party', 'state', 'name', 'address', 'since'], rows);
  return hasMore ? [...lines, `more: --after ${rows.at(-1)?.[0] ?? ''}`] : lines;
}

function partyLines(party: KnownParty, acting: readonly ActingPart[]): string[] {
  const { email, currency } = party;
  const rows = acting.map((part) => [
    part.kind,
    idOf(part),
    part.state,
    withinLine(part.kind.endsWith('key') || part.kind === 'session' ? `${part.label}…` : part.label),
    withinLine(part.note ?? ''),
    part.lastUsedAt ? isoSeconds(part.lastUsedAt) : '',
  ]);
  const known = [
    publicId('pty', party.id),
    stateOf(party),
    withinLine(party.name),
    withinLine(email ?? ''),
    currency,
  ];
  return [
    known.join('  ').trimEnd(),
    ...(rows.length === 0 ? [] : formatTable(['what', 'id', 'state', 'name', 'of', 'last used'], rows)),
  ];
}

const prefixes: Readonly<Record<ActingPart['kind'], IdPrefix>> = {
  member: 'usr',
  agent: 'agt',
  'API key': 'apy',
  session: 'apy',
  'agent key': 'agk',
};

function idOf({ kind, id }: ActingPart): string {
  return publicId(prefixes[kind], id as Id<IdPrefix>);
}

function partyToJson(party: KnownParty): string {
  const { id, status, frozenBy, name, email, currency, createdAt } = party;
  return JSON.stringify({
    party: publicId('pty', id),
    status,
    frozenBy,
    name,
    email,
    defaultCurrency: currency,
    createdAt: isoSeconds(createdAt),
  });
}

function actingToJson(part: ActingPart): string {
  const { kind, state, label, note, lastUsedAt } = part;
  return JSON.stringify({
    kind,
    id: idOf(part),
    state,
    label,
    note,
    lastUsedAt: lastUsedAt && isoSeconds(lastUsedAt),
  });
}
