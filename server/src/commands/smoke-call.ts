import type { Call, Purser } from '../../../client/src/index.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { names } from '../http/openapi/library-names.ts';
import { endpoints } from '../start/app.ts';
import type { Ids, Probe } from './smoke-people.ts';

type Paths = Record<string, Record<string, { operationId: string }>>;
type Methods = Record<string, Record<string, (args: object) => Call<unknown>>>;
type Shown = {
  object: string;
  id: string;
  paymentLinkUrl?: string;
  text?: string | null;
  amounts?: number[];
  transaction?: { id: string };
};

const { paths } = openApiDocument({ endpoints, streams: [], metrics: false }) as { paths: Paths };

/** Returns the noun and the method of a route in the client library; null for a page, which has none. */
function methodOf(route: string): readonly [noun: string, method: string] | null {
  const [verb = '', path = ''] = route.split(' ');
  const { operationId = '' } = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[verb.toLowerCase()] ?? {};
  return names[operationId] ?? null;
}

/**
 * Calls the method of a probe and stores the ids that it returns, for the probes that follow. Returns null where it is for a
 * page; otherwise the status and what the library returned.
 */
export function callProbe(
  purser: Purser,
  probe: Probe,
  known: Ids,
): Promise<{ status: number; data: unknown }> | null {
  const [noun, method] = methodOf(probe.route) ?? [];
  if (noun === undefined || method === undefined) return null;
  const call = (purser as unknown as Methods)[noun]?.[method]?.(argumentsOf(probe, known));
  if (!call) throw new Error(`the client library has no ${noun}.${method}`);
  return call.withResponse().then(({ status, data }) => {
    storeIds(data as Shown | { data: Shown[] }, known);
    return { status, data };
  });
}

/** Returns the path of a probe, with ids. */
export function pathOf({ route, ids }: Probe, known: Ids): string {
  const [, template = ''] = route.split(' ');
  return template.replaceAll(/:(\w+)/g, (_all, name: string) => ids?.[name] ?? known[name] ?? 'none');
}

/** Returns the attributes that a probe sends, with what was last read in place of its names. */
export function attributesOf({ send = {} }: Probe, known: Ids): object {
  const read = (_all: string, name: string): string => known[name] ?? '';
  const text = JSON.stringify(send)
    .replaceAll(/:(token|walletId)\b/g, read)
    .replace('":amounts"', known['amounts'] ?? '');
  return JSON.parse(text) as object;
}

function argumentsOf(probe: Probe, known: Ids): object {
  const named = [...probe.route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ids = named.map((name) => [name, probe.ids?.[name] ?? known[name] ?? 'none']);
  return { ...Object.fromEntries(ids), ...probe.query, ...attributesOf(probe, known) };
}

/** The parameters that are not named after the type of the resource. */
const parameters: Ids = {
  customer: 'partyId',
  customerInvitation: 'invitationId',
  invitation: 'invitationId',
  microDeposits: 'externalAccountId',
};

/** Stores the ids of a response, or of the first item of a list. */
function storeIds(answer: Shown | { data: readonly Shown[] }, known: Ids): void {
  const shown = 'data' in answer && Array.isArray(answer.data) ? answer.data[0] : (answer as Shown);
  if (!shown) return;
  known[parameters[shown.object] ?? `${shown.object}Id`] = shown.id;
  known['transaction_id'] = shown.transaction?.id ?? known['transaction_id'] ?? '';
  const { paymentLinkUrl, text, amounts } = shown;
  if (amounts) known['amounts'] = JSON.stringify(amounts);
  const answered = /(?:\/(?:invitations|join|claims)\/|^)([\w-]{32})$/m.exec(text ?? '')?.[1];
  known['token'] = answered ?? paymentLinkUrl?.split('/').at(-1) ?? known['token'] ?? '';
}
