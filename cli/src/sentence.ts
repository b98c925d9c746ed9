import type { APIError } from '../../client/src/errors.ts';
import { type Row, writeLines } from './columns.ts';
import type { Context, Given } from './command.ts';
import { type Access, credentialOf, environmentOf, isAgentKey } from './profiles.ts';
import { reasonsOf } from './reasons.ts';
import { amountText, clean, timeText } from './text.ts';

/** Asks for what a key may not be allowed to read: null if it may not. */
export const allowed = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    const { status } = error as Partial<APIError>;
    if (status === 403 || status === 404) return null;
    throw error;
  });

/** Returns who is paid, with what is known of them. */
export function payeeText(payee: Row | null, given = '', isForPeople = true): string {
  if (payee === null) return clean(given);
  const { name, address, partyId, verified, knownSince, lastPaidAt, nameWarning } = payee;
  const where = [address, partyId].filter((each) => typeof each === 'string').map(String);
  const known =
    typeof knownSince === 'string' ? `known since ${knownSince.slice(0, 10)}` : 'never paid before';
  const said = [
    verified === true ? 'verified' : verified === false ? 'not verified' : '',
    known,
    typeof lastPaidAt === 'string'
      ? `last paid ${isForPeople ? timeText(lastPaidAt) : clean(lastPaidAt)}`
      : '',
  ].filter(Boolean);
  const warning = nameWarning as { name?: unknown } | null | undefined;
  const alike = warning
    ? `; careful: the name is like that of ${clean(String(warning.name))}, whom you pay`
    : '';
  const who = typeof name === 'string' ? `${clean(name)} ` : '';
  return `${who}<${clean(where[0] ?? given)}>, ${said.join(', ')}${alike}`;
}

/** Returns in words how much limits leave. */
function limitsText(limits: readonly Row[], currency: unknown): string {
  const spans: Record<string, string> = {
    perTransaction: 'a payment',
    perDay: 'today',
    perMonth: 'this month',
  };
  return limits
    .filter((each) => each['currency'] === currency && String(each['window']) in spans)
    .map((each) => {
      const text = (name: string): string => amountText(Number(each[name]), String(currency));
      const span = spans[String(each['window'])] ?? '';
      return each['window'] === 'perTransaction'
        ? `${text('limit')} ${span}`
        : `${text('left')} of ${text('limit')} ${span}`;
    })
    .join(', ');
}

const nameOf = (who: { name: string; id: string } | null): string =>
  who === null ? '' : `${clean(who.name)} <${clean(who.id)}>`;

/** Whether commands act as an agent: by its key, by a login as one, or by its name. */
const actsAsAgent = ({ apiKey, session }: Access, { asAgent }: Given): boolean =>
  isAgentKey(apiKey) || session?.login().actor === 'agent' || typeof asAgent === 'string';

/** Asks how much of limits is used; null if it may not be read, or if those of a customer bound the agent. */
async function usageOf({ purser, args }: Context, isAgent: boolean): Promise<{ limits: unknown } | null> {
  if (args['customerPartyId'] !== undefined) return null;
  return isAgent ? allowed(purser.agents.usage({ agentId: 'me' })) : allowed(purser.party.usage());
}

/** Says on a terminal what is about to move: from whom, to whom, how much, the fee, what is left, and who must agree. */
export async function describe(context: Context, verb: string, foreseen: Row, to: string): Promise<void> {
  const { access, purser, terminal, flags, args } = context;
  const { amount, currency, fee, approvals } = foreseen;
  const isAgent = actsAsAgent(access, flags);
  const [party, agent, usage] = await Promise.all([
    allowed(purser.party.get()),
    isAgent ? allowed(purser.agents.get({ agentId: 'me' })) : null,
    usageOf(context, isAgent),
  ]);
  const customer = args['customerPartyId'];
  const own = party ? nameOf(party) : clean(agent?.party.id ?? '');
  const payer = typeof customer === 'string' ? `customer ${clean(customer)}` : own;
  const actor = agent === null ? 'an agent' : `agent ${nameOf(agent)}`;
  const waits = (approvals as Row[]).flatMap((each) => reasonsOf(each['reasons']));
  const environment = environmentOf(credentialOf(access));
  terminal.note(
    terminal.toned(
      'strong',
      `${environment ?? access.url}: ${verb} ${amountText(Number(amount), String(currency))}`,
    ),
  );
  const lines: Array<[string, string]> = [
    ['from', payer],
    ['as', isAgent ? actor : ''],
    ['to', to],
    ['fee', typeof fee === 'number' ? amountText(fee, String(currency)) : ''],
    ['left', limitsText((usage?.limits ?? []) as Row[], currency)],
    ['approval', waits.length === 0 ? '' : `a person must agree, because ${waits.join('; and ')}`],
  ];
  writeLines({ ...terminal, out: terminal.note }, lines);
}
