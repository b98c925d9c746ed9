import type { FetchCall } from '../../http/fetch-route.ts';
import { badRequest } from '../../errors.ts';

const toolsets = ['pay', 'request', 'look', 'bank'] as const;
export type Toolset = (typeof toolsets)[number];

/** Movements between a party's own wallets and accounts are listed for whom asks for them only. */
const usual: readonly Toolset[] = ['pay', 'request', 'look'];

/** What a host narrows: it never widens what its credential may do. */
export type Switches = {
  toolsets: ReadonlySet<Toolset>;
  /** No tool that changes something, whichever toolsets are named. */
  isReadOnly: boolean;
  /** No text of parties that the caller's party has never paid. */
  isLocked: boolean;
};

const names = ['x-mcp-toolsets', 'x-mcp-readonly', 'x-mcp-lockdown'] as const;

/** Reads the switches from headers and from the query; where both say something, what narrows holds. Throws a 400. */
export function readSwitches({ request, query }: Pick<FetchCall, 'request' | 'query'>): Switches {
  const inQuery = Object.entries(query).map(([name, value]) => [name.toLowerCase(), value] as const);
  const unknown = inQuery.find(([name]) => !names.some((each) => each === name));
  if (unknown) throw wrong({ parameter: unknown[0].slice(0, 64) }, 'is no switch');
  const sent = (name: (typeof names)[number]): string[] => [
    ...(request.headers.get(name) === null ? [] : [request.headers.get(name) ?? '']),
    ...inQuery.filter(([each]) => each === name).flatMap(([, value]) => [value].flat().map(String)),
  ];
  const sets = sent('x-mcp-toolsets').map(toolsetsIn);
  return {
    toolsets: sets.reduce((all, each) => all.intersection(each), sets[0] ?? new Set(usual)),
    isReadOnly: sent('x-mcp-readonly')
      .map((text) => isOn('X-MCP-Readonly', text))
      .includes(true),
    isLocked: sent('x-mcp-lockdown')
      .map((text) => isOn('X-MCP-Lockdown', text))
      .includes(true),
  };
}

function toolsetsIn(text: string): ReadonlySet<Toolset> {
  const named = text.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (named.length === 0) return new Set(usual);
  if (named.includes('all')) return new Set(toolsets);
  if (named.every(isToolset)) return new Set(named);
  throw wrong(
    { header: 'X-MCP-Toolsets' },
    `must be some of ${toolsets.join(', ')}, with commas between them, or all`,
  );
}

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}

function isOn(header: string, text: string): boolean {
  if (text === '' || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw wrong({ header }, 'must be true or false');
}

function wrong(source: { header: string } | { parameter: string }, rule: string): Error {
  const name = 'header' in source ? source.header : source.parameter;
  return badRequest([{ code: 'invalid_value', detail: `\`${name}\` ${rule}.`, source }]);
}
