import { beforeAll, expect, it, vi } from 'vitest';
import { visiblePayment } from '../../src/engine/model/viewers.ts';
import { fromRoot, sources } from './files.ts';

type Declare = (...given: unknown[]) => unknown;

const { texts, keeping } = vi.hoisted(() => {
  const kept = new Map<string, string>();
  // Each function that declares a statement takes its name and its text.
  const keepingTexts =
    (declare: Declare): Declare =>
    (...given) => {
      const [name, text] = given;
      if (typeof name === 'string' && typeof text === 'string') kept.set(name, text);
      return declare(...given);
    };
  return { texts: kept, keeping: keepingTexts };
});
vi.mock('../../src/db/sql.ts', async (importOriginal) => {
  const exported = Object.entries(await importOriginal<Record<string, Declare>>());
  return Object.fromEntries(exported.map(([name, declare]) => [name, keeping(declare)]));
});

// The steps of a batch are no statements of sql.ts: they load what decisions read, and no response shows their rows.
beforeAll(async () => {
  const declaring = sources('server/src/').filter(({ imports }) => imports.includes('server/src/db/sql.ts'));
  for (const { path } of declaring) await import(fromRoot(path).pathname);
});

const asSeen = /CASE WHEN \S+ (?:IN \([^)]*\)|= \S+) THEN (\w+)\.(\w+) END/g; // what `visible` returns
const columns = [...visiblePayment('$1', 'p').matchAll(asSeen)].map(([, , column]) => column);

/** The statements that name a column of a payment which not everybody sees, without `visible`, and why they may. */
const reasons: ReadonlyArray<readonly [statements: RegExp, columns: readonly string[], why: string]> = [
  [
    /^approvals_(list|list_own|list_of_target|by_id|as_recorded)$/,
    ['agent_id', 'fee', 'recipient_address'],
    'read by its payer and its initiator only',
  ],
  [
    /^approvals_(reviews|for_mail)$/,
    ['agent_id', 'fee', 'recipient_address'],
    'read by its payer and its initiator only',
  ],
  [/^approvals_(due|facts_by_id|under_a_grant)$/, ['agent_id', 'fee', 'recipient_address'], 'decides'],
  [
    /^(payments_(facts|unclaimed)|claims_left_out)$/,
    ['agent_id', 'recipient_address'],
    'tells a command what it may need',
  ],
  [/^agents_past_spending$/, ['agent_id', 'recipient_address'], 'judges the payments of an own agent again'],
  [/^under_way_of_(agent|delegate|party)$/, ['agent_id'], 'counts what an own agent asked for'],
  [
    /^engine_(sum_(past|recent)_spending|start_rule_counter)$/,
    ['agent_id'],
    'counts what an own agent spent',
  ],
  [/^audit_log_(lines|stories)_/, ['agent_id', 'instance_id'], 'an audit line is of the party that acted'],
  [/^payments_list_by_agent_/, ['agent_id'], 'the index range of an own agent'],
  [
    /^(payments_list_by_own|transactions_list_.*_own|events_(list|next|by_ids)_own)/,
    ['agent_id'],
    'the index ranges of an agent that reads its own only',
  ],
  [/^payments_list_by_conversation_/, ['instance_id'], 'the index range of an own conversation'],
  [
    /^payment_requests_(list_own|list_own_tagged|incoming_own|by_id|as_recorded)$/,
    ['tags', 'agent_id'],
    'those of the request; of its payment, whether the agent that reads its own only made it, which is not shown',
  ],
];

const cte = /(\w+) AS\s+(?:MATERIALIZED\s+)?#(\d+)/g;
const keywords = 'WHERE|ORDER|GROUP|LIMIT|OFFSET|ON|JOIN|LEFT|CROSS|FULL|FOR';
const source = new RegExp(
  String.raw`(?:\bFROM|\bJOIN|,)(?:\s+LATERAL)?\s+(?:(\w+)(?:\s+#\d+)?|#(\d+))(?:\s+(?:AS\s+)?(?!(?:${keywords})\b)(\w+))?`,
  'g',
);

/**
 * Whether each row of a query has all columns of a payment: its own list, not one inside, has a star over the table, or over
 * a query of which this is true.
 */
function hasAll(text: string): boolean {
  const inner: string[] = [];
  let flat = text;
  while (flat.includes('(')) {
    const before = flat;
    flat = flat.replaceAll(/\(([^()]*)\)/g, (_all, query: string) => ` #${inner.push(query) - 1} `);
    if (flat === before) throw new Error(`a parenthesis is not closed in ${text}`);
  }
  const ctes = new Map(
    [flat, ...inner].flatMap((each) => [...each.matchAll(cte)].map(([, name, at]) => [name, at])),
  );
  const isAll = (query: string): boolean =>
    query.split('UNION ALL').some((part) => {
      const [, whole] = /^\s*#(\d+)\s*$/.exec(part) ?? [];
      if (whole) return isAll(inner[Number(whole)] ?? '');
      const [, list = '', from = ''] = /\bSELECT\b(.*?)\b(FROM\b.*)/s.exec(part) ?? [];
      const stars = [...list.matchAll(/(?:^|[\s,])(?:(\w+)\.)?\*/g)].map(([, alias]) => alias);
      return [...from.matchAll(source)].some(
        ([, name = '', at = ctes.get(name), alias = name]) =>
          stars.some((each) => each === undefined || each === alias) &&
          (at === undefined
            ? /^(payments|jsonb_populate_record)$/.test(name)
            : isAll(inner[Number(at)] ?? '')),
      );
    });
  return isAll(flat);
}

/** Returns the columns that a statement names directly: of an alias of payments, or of a name that is no other table. */
function namedIn(text: string): string[] {
  if (!/\bpayments\b/.test(text)) return [];
  if (hasAll(text)) return ['*'];
  const tables = [...text.matchAll(/\b(?:FROM|JOIN) (\w+)(?: (?:AS )?(\w+))?/g)];
  const of = (isPayments: boolean) =>
    tables.filter(([, table]) => (table === 'payments') === isPayments).flatMap(([, ...names]) => names);
  const others = new Set(of(false)).difference(new Set(of(true)));
  const named = text
    .replaceAll(asSeen, '')
    .matchAll(new RegExp(String.raw`(?<!AS )(?<!["\w$])(?:(\w+)\.)?(${columns.join('|')})\b`, 'g'));
  return [...named].filter(([, alias]) => !alias || !others.has(alias)).map(([, , column]) => column ?? '');
}

it('a query names by `visible` what not everybody sees of a payment, or says here why it need not', () => {
  const found = [...texts].flatMap(([name, text]) =>
    [...new Set(namedIn(text))].map((column) => ({ name, column })),
  );
  const covers = ({ name, column }: { name: string; column: string }) =>
    reasons.find(([statements, which]) => statements.test(name) && which.includes(column));
  expect(found.filter((each) => !covers(each))).toEqual([]);
  expect(reasons.filter((each) => !found.some((named) => covers(named) === each))).toEqual([]);
  expect(texts.size).toBeGreaterThan(300);
});
