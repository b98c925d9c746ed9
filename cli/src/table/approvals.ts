import { type Row, writeLines, writeTable } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { reasonsOf } from '../reasons.ts';
import { rememberIds } from '../ids.ts';
import { allowed, payeeText } from '../sentence.ts';
import { exits } from '../stop.ts';
import { asText, amountText, clean, jsonOf, timeText } from '../text.ts';

type Asked = { approval: Row; target: Row | null };

/** Returns what an approval is about; without it if it may not be read. */
async function askedFor({ call }: Context, approval: Row): Promise<Asked> {
  const { target } = approval as { target: { id: string } };
  const isPayment = target.id.startsWith('pay_');
  const found = isPayment
    ? call('getPayment', { paymentId: target.id })
    : call('getTransfer', { transferId: target.id });
  return { approval, target: await allowed(found) };
}

const sumOf = (target: Row | null): string =>
  target === null ? '' : amountText(Number(target['amount']), String(target['currency']));

async function list(context: Context): Promise<number> {
  const { terminal, json, purser, args, flags, access, signal } = context;
  const rows: Row[] = [];
  const page = await purser.approvals.list({ status: 'pending', ...args }, { signal });
  let more = page.nextCursor;
  if (flags['all'] === true) {
    for await (const each of page) rows.push(each as unknown as Row);
    more = null;
  } else rows.push(...(page.data as unknown as Row[]));
  if (json) terminal.out(jsonOf(rows));
  else if (rows.length === 0) terminal.note('Nothing waits for a person.');
  else {
    const asked: Asked[] = [];
    for (const row of rows) asked.push(await askedFor(context, row));
    writeTable(
      terminal,
      ['id', 'SUM=sum', 'TO=to~', 'WHY=why', 'createdAt?', 'status?'],
      asked.map(({ approval, target }) =>
        Object.assign({}, approval, {
          sum: sumOf(target),
          to:
            (approval['payee'] as Row | null)?.['name'] ??
            (target?.['object'] === 'transfer' ? 'a bank account' : ''),
          why: reasonsOf(approval['reasons']).join('; '),
        }),
      ),
    );
    if (terminal.isTerminal) terminal.note('Look at one: purser approvals show ID');
  }
  if (terminal.isTerminal) await rememberIds(terminal.env, access.profile, rows);
  if (more !== null) terminal.note(`There is more: --all, or --cursor ${clean(more)}`);
  return exits.done;
}

/** Says all that a person should know to decide. */
async function sayWhy(
  context: Context,
  { approval, target }: Asked,
  out: (line: string) => void,
): Promise<void> {
  const { terminal, purser } = context;
  const { payee, reasons, initiatorAgent, status, createdAt, decidedBy, blockedBy } = approval as Row & {
    initiatorAgent: { id: string } | null;
  };
  const agent =
    initiatorAgent === null ? null : await allowed(purser.agents.get({ agentId: initiatorAgent.id }));
  const [waiting] = (target?.['approvals'] ?? []) as Array<{ expiresAt?: string }>;
  const when = (iso: string): string => (terminal.isTerminal ? timeText(iso) : clean(iso));
  const kind = target?.['object'] === 'transfer' ? 'withdraw' : 'pay';
  const lines: Array<[string, string]> = [
    ['approval', clean(String(approval['id']))],
    ['status', clean(String(status))],
    ['what', target === null ? 'what it is about cannot be read with this key' : `${kind} ${sumOf(target)}`],
    ['to', payee === null ? '' : payeeText(payee as Row, '', terminal.isTerminal)],
    [
      'fee',
      typeof approval['fee'] === 'number' && target
        ? amountText(approval['fee'], String(target['currency']))
        : '',
    ],
    ['they say', target?.['description'] ? `“${clean(asText(target['description']))}”` : ''],
    [
      'asked by',
      initiatorAgent === null
        ? 'a person'
        : `agent ${clean(agent?.name ?? '')} <${clean(initiatorAgent.id)}>`,
    ],
    ...reasonsOf(reasons).map((each, index): [string, string] => [index === 0 ? 'because' : 'and', each]),
    [
      'blocked',
      blockedBy === null || blockedBy === undefined
        ? ''
        : 'an approval does not lift what its rules forbid now',
    ],
    ['asked', when(String(createdAt))],
    ['ends', waiting?.expiresAt === undefined ? '' : clean(waiting.expiresAt)],
    ...((decidedBy ?? []) as Row[]).map((each): [string, string] => [
      'decided by',
      `${clean(String(each['userId']))}, ${when(String(each['at']))}`,
    ]),
  ];
  writeLines({ ...terminal, out }, lines);
}

async function show(context: Context): Promise<number> {
  const { call, args, json, terminal } = context;
  const approval = await call('getApproval', args);
  if (json) {
    terminal.out(jsonOf(approval));
    return exits.done;
  }
  await sayWhy(context, await askedFor(context, approval), terminal.out);
  if (terminal.isTerminal && approval['status'] === 'pending') {
    const id = clean(String(approval['id']));
    terminal.note(
      `Decide: purser approvals approve ${id}\n        purser approvals deny ${id} --reason TEXT`,
    );
  }
  return exits.done;
}

/** Says what it is about, asks, and decides. */
const decide = (operation: 'approveApproval' | 'denyApproval', question: string) =>
  async function decided(context: Context): Promise<number> {
    const { call, args, terminal, json } = context;
    const approval = await call('getApproval', { approvalId: args['approvalId'] });
    const asked = await askedFor(context, approval);
    if (terminal.isInteractive) await sayWhy(context, asked, terminal.note);
    await context.confirm(`${question}${asked.target ? ` ${sumOf(asked.target)}` : ''}?`);
    const row = await call(operation, args);
    const waits = operation === 'approveApproval' && row['status'] === 'pending';
    if (waits && !json) terminal.note('Another person must agree too.');
    const { object, id, status, target, resolvedAt } = row;
    context.show(json ? row : { object, id, status, target, resolvedAt });
    return waits ? exits.waits : exits.done;
  };

/** The inbox: what waits for a person. */
export const approvalCommands: readonly Command[] = [
  {
    name: 'approvals list',
    about: 'list what waits for a person, with the reasons',
    operation: 'listApprovals',
    also: ['getPayment', 'getTransfer'],
    run: list,
  },
  {
    name: 'approvals show',
    about: 'show all that you should know to decide',
    operation: 'getApproval',
    also: ['getPayment', 'getTransfer', 'getAgent'],
    positions: ['approvalId'],
    run: show,
  },
  {
    name: 'approvals approve',
    about: 'say yes: the money moves, unless another person must agree too',
    operation: 'approveApproval',
    also: ['getApproval', 'getPayment', 'getTransfer'],
    positions: ['approvalId'],
    run: decide('approveApproval', 'Approve'),
  },
  {
    name: 'approvals deny',
    about: 'say no: nothing moves',
    operation: 'denyApproval',
    also: ['getApproval', 'getPayment', 'getTransfer'],
    positions: ['approvalId'],
    run: decide('denyApproval', 'Deny'),
  },
];
