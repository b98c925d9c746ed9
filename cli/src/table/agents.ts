import { type Row, writeLines, writeTable } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { limitFlags, limitLines, limitNames, limitsFrom } from '../limits.ts';
import { currencyOf } from '../run.ts';
import { exits } from '../stop.ts';
import { asText, amountText, clean, jsonOf } from '../text.ts';
import { readValue } from '../values.ts';

async function create(context: Context): Promise<number> {
  const { args, call, flags, show, terminal, json } = context;
  const limits = await limitsFrom(context, flags);
  const agent = await call('createAgent', { ...args, ...(limits && { limits }) });
  show(agent);
  const { unbounded } = (agent['meta'] ?? {}) as { unbounded?: boolean };
  if (!json && unbounded === true)
    terminal.note(
      `Nothing bounds it: purser agents limits ${clean(String(agent['id']))} --per-transaction "100.00 USD"`,
    );
  if (!json && terminal.isTerminal)
    terminal.note(`Its key: purser agents create-key ${clean(String(agent['id']))}`);
  return exits.done;
}

async function limits(context: Context): Promise<number> {
  const { args, call, flags, json, terminal, purser, confirm } = context;
  const agentId = String(args['agentId']);
  const named =
    args['limits'] === undefined ? await limitsFrom(context, flags) : (args['limits'] as Row | null);
  const isChange = named !== null || args['limits'] === null;
  const defaultCurrency = await currencyOf(purser);
  if (isChange) {
    const before = await purser.agents.get({ agentId });
    if (terminal.isInteractive) {
      terminal.note(`${clean(before.name)}, until now:`);
      writeLines({ ...terminal, out: terminal.note }, limitLines(before.limits, defaultCurrency));
    }
    await confirm(`Change the limits of ${clean(before.name)}?`);
  }
  const agent = isChange
    ? await call('updateAgent', { agentId, limits: named })
    : await call('getAgent', { agentId });
  if (json) terminal.out(jsonOf(agent['limits']));
  else if (defaultCurrency === null) writeLines(terminal, await usedLimits(context, agentId));
  else writeLines(terminal, limitLines(agent['limits'] as Row | null, defaultCurrency));
  return exits.done;
}

/** Returns the limits of an agent that may not read its party, and so not the currency that they are in. */
async function usedLimits({ purser }: Context, agentId: string): Promise<Array<[string, string]>> {
  const { limits: used } = await purser.agents.usage({ agentId });
  const lines = used.flatMap(({ window, limit, currency }): Array<[string, string]> =>
    currency === null ? [] : [[limitNames[window] ?? clean(window), amountText(limit, currency)]],
  );
  return lines.length === 0 ? limitLines(null, null) : lines;
}

async function rules(context: Context): Promise<number> {
  const { args, call, flags, json, terminal, confirm } = context;
  const { agentId, rules: given } = args;
  if (flags['backtest'] === true) {
    const tried = await call('backtestAgentRule', { agentId, ...(given !== undefined && { rules: given }) });
    context.show(tried);
    return exits.done;
  }
  if (given !== undefined) await confirm(`Change the rules of ${clean(String(agentId))}?`);
  const agent =
    given === undefined
      ? await call('getAgent', { agentId })
      : await call('updateAgent', { agentId, rules: given });
  const found = agent['rules'] as Row | null;
  if (json) terminal.out(jsonOf(found));
  else if (found === null)
    terminal.note(
      'There are no rules: purser agents rules AGENT --rules @rules.json   (see /docs/rules of the server)',
    );
  else
    writeLines(
      terminal,
      Object.entries(found).map(([name, rule]): [string, string] => [name, clean(JSON.stringify(rule))]),
    );
  return exits.done;
}

const windowNames: Readonly<Record<string, string>> = {
  perTransaction: 'a payment',
  perDay: 'this UTC day',
  perMonth: 'this UTC month',
  paymentsPerHour: 'payments this hour',
  paymentsPerDay: 'payments this day',
};

/** Returns an amount, or a count where there is no currency. */
const amount = (value: unknown, currency: unknown): string =>
  value === null ? '' : typeof currency === 'string' ? amountText(Number(value), currency) : asText(value);

/** Shows how much of limits is used. */
export function showUsage({ json, terminal, show }: Context, usage: Row): number {
  if (json) {
    show(usage);
    return exits.done;
  }
  const limits = usage['limits'] as Row[];
  if (limits.length === 0) terminal.note('There is no limit.');
  else
    writeTable(
      terminal,
      [
        ...(usage['object'] === 'delegationUsage' ? ['AGENT=agentId'] : []),
        'WINDOW=window',
        'LIMIT=limitText',
        'USED=usedText',
        'LEFT=leftText',
        'resetsAt?',
      ],
      limits.map((each) => ({
        agentId: each['agentId'],
        window: windowNames[String(each['window'])] ?? each['window'],
        limitText: amount(each['limit'], each['currency']),
        usedText: amount(each['used'], each['currency']),
        leftText: amount(each['left'], each['currency']),
        resetsAt: each['resetsAt'],
      })),
    );
  for (const [currency, most] of Object.entries((usage['spendable'] ?? {}) as Record<string, number | null>))
    terminal.note(
      `It can spend ${most === null ? 'without a bound of its own' : amountText(most, currency)} now${most === null ? ` (${clean(currency)})` : ''}.`,
    );
  return exits.done;
}

const usageBy =
  (operation: 'getAgentUsage' | 'getDelegationUsage') =>
  async (context: Context): Promise<number> =>
    showUsage(context, await context.call(operation, context.args));

/** Shows a new key: the one time that it can be seen. */
export async function showSecret(context: Context, row: Row, name: string): Promise<number> {
  const { terminal, json, show } = context;
  show(row);
  if (row[name] === undefined)
    terminal.note(
      'This is a replay: the secret stood in the first answer only. Make another, and revoke this one.',
    );
  else if (!json && terminal.isTerminal) terminal.note('This is the only time that it is shown.');
  return exits.done;
}

/** Shows what a list in an answer has: for people each by itself. */
export function showMade({ json, show }: Context, answer: Row): void {
  if (json) show(answer);
  else for (const each of answer['data'] as Row[]) show(each);
}

async function suspend(context: Context): Promise<number> {
  const { call, args, terminal, json, show } = context;
  const agent = await call('suspendAgent', args);
  const { object, id, name, status, updatedAt } = agent;
  show(json ? agent : { object, id, name, status, updatedAt });
  if (!json && terminal.isTerminal)
    terminal.note(`It pays nothing until: purser agents resume ${clean(String(id))}`);
  return exits.done;
}

async function invite(context: Context): Promise<number> {
  const { args, call, flags, terminal } = context;
  const { recipient, ...rest } = args;
  const to = (await readValue({ name: 'recipient', kind: 'address', about: '' }, recipient)) as Row;
  const limits = await limitsFrom(context, flags);
  showMade(
    context,
    await call('createAgentCustomers', { ...rest, recipients: [to], ...(limits && { limits }) }),
  );
  if (terminal.isTerminal) terminal.note('They get a mail, and answer it there.');
  return exits.done;
}

const keyColumns = ['id', 'PREFIX=agentKeyPrefix', 'status', 'lastUsedAt?', 'expiresAt?', 'createdAt?'];

/** Agents, and what they may. */
export const agentCommands: readonly Command[] = [
  {
    name: 'agents list',
    about: 'list agents',
    operation: 'listAgents',
    columns: ['id', 'status', 'name~', 'reads?', 'createdAt?'],
  },
  { name: 'agents get', about: 'show an agent', operation: 'getAgent', positions: ['agentId'] },
  {
    name: 'agents create',
    about: 'make an agent: purser agents create "Petty cash" --per-transaction "100.00 USD"',
    operation: 'createAgent',
    also: ['getParty'],
    positions: ['name'],
    flags: limitFlags,
    run: create,
  },
  {
    name: 'agents update',
    about: 'rename an agent, bind it to wallets, or change what it reads',
    operation: 'updateAgent',
    positions: ['agentId'],
    without: ['limits', 'rules'],
  },
  {
    name: 'agents limits',
    about: 'show limits, or change those that flags name',
    operation: 'updateAgent',
    also: ['getAgent', 'getParty'],
    positions: ['agentId'],
    without: ['name', 'description', 'rules', 'walletIds', 'reads', 'tags'],
    flags: limitFlags,
    run: limits,
  },
  {
    name: 'agents rules',
    about: 'show rules, change those that --rules names, or see what they would have done',
    operation: 'updateAgent',
    also: ['getAgent', 'backtestAgentRule'],
    positions: ['agentId'],
    without: ['name', 'description', 'limits', 'walletIds', 'reads', 'tags'],
    flags: [{ name: 'backtest', about: 'try --rules on past payments, and change nothing' }],
    run: rules,
  },
  {
    name: 'agents usage',
    about: 'how much of its limits it has used',
    operation: 'getAgentUsage',
    positions: ['agentId'],
    run: usageBy('getAgentUsage'),
  },
  {
    name: 'agents stop',
    about: 'stop an agent at once, until it is resumed',
    operation: 'suspendAgent',
    positions: ['agentId'],
    run: suspend,
  },
  {
    name: 'agents resume',
    about: 'let a stopped agent pay again',
    operation: 'resumeAgent',
    positions: ['agentId'],
    asks: ({ agentId }) => `let agent ${String(agentId)} pay again?`,
  },
  {
    name: 'agents revoke',
    about: 'end an agent for good, with its keys',
    operation: 'deleteAgent',
    positions: ['agentId'],
    asks: ({ agentId }) => `end agent ${String(agentId)} for good?`,
  },
  {
    name: 'agents activity',
    about: 'what an agent did, and what was refused',
    operation: 'listAgentActivity',
    positions: ['agentId'],
    columns: ['createdAt', 'decision', 'action~', 'amount?', 'reason~'],
  },
  {
    name: 'agents keys',
    about: "list an agent's keys",
    operation: 'listAgentKeys',
    positions: ['agentId'],
    columns: keyColumns,
  },
  {
    name: 'agents create-key',
    about: 'make a key for an agent; it is shown once',
    operation: 'createAgentKey',
    positions: ['agentId'],
    run: async (context) =>
      showSecret(context, await context.call('createAgentKey', context.args), 'agentKey'),
  },
  {
    name: 'agents rotate-key',
    about: 'replace a key of an agent; the new one is shown once',
    operation: 'rotateAgentKey',
    positions: ['agentKeyId'],
    run: async (context) =>
      showSecret(context, await context.call('rotateAgentKey', context.args), 'agentKey'),
  },
  {
    name: 'agents revoke-key',
    about: 'end a key of an agent at once',
    operation: 'deleteAgentKey',
    positions: ['agentKeyId'],
    asks: ({ agentKeyId }) => `end key ${String(agentKeyId)} for good?`,
  },
  {
    name: 'customers list',
    about: 'list who lets your agents pay',
    operation: 'listCustomers',
    columns: ['id', 'name~', 'email~?', 'STATUS=delegation.status', 'createdAt?'],
  },
  { name: 'customers get', about: 'show a customer', operation: 'getCustomer', positions: ['partyId'] },
  {
    name: 'customers invite',
    about: 'ask somebody to let an agent pay for them',
    operation: 'createAgentCustomers',
    also: ['getParty'],
    positions: ['agentId', 'recipient'],
    without: ['recipients'],
    flags: limitFlags,
    run: invite,
  },
  {
    name: 'customers invitations',
    about: 'list invitations of customers',
    operation: 'listAgentsInvitations',
    columns: ['id', 'status', 'TO=recipient.value~', 'AGENT=agent.name~?', 'expiresAt?'],
  },
  {
    name: 'customers cancel-invitation',
    about: 'take an invitation back',
    operation: 'deleteAgentsInvitation',
    positions: ['invitationId'],
    asks: ({ invitationId }) => `take invitation ${String(invitationId)} back?`,
  },
  {
    name: 'customers remove',
    about: 'end what a customer lets your agents do',
    operation: 'deleteCustomer',
    positions: ['partyId'],
    asks: ({ partyId }) => `remove customer ${String(partyId)}?`,
  },
  {
    name: 'delegations list',
    about: 'list what parties let the agents of others do',
    operation: 'listDelegations',
    columns: [
      'id',
      'direction',
      'status',
      'CUSTOMER=customer.name~',
      'DELEGATE=delegate.name~',
      'createdAt?',
    ],
  },
  {
    name: 'delegations get',
    about: 'show a delegation',
    operation: 'getDelegation',
    positions: ['delegationId'],
  },
  {
    name: 'delegations usage',
    about: 'how much of its limits is used',
    operation: 'getDelegationUsage',
    positions: ['delegationId'],
    run: usageBy('getDelegationUsage'),
  },
  {
    name: 'delegations stop',
    about: 'stop a delegation, until it is resumed',
    operation: 'suspendDelegation',
    positions: ['delegationId'],
  },
  {
    name: 'delegations resume',
    about: 'let a stopped delegation go on',
    operation: 'resumeDelegation',
    positions: ['delegationId'],
    asks: ({ delegationId }) => `let delegation ${String(delegationId)} go on?`,
  },
  {
    name: 'delegations revoke',
    about: 'end a delegation',
    operation: 'deleteDelegation',
    positions: ['delegationId'],
    asks: ({ delegationId }) => `end delegation ${String(delegationId)}?`,
  },
];
