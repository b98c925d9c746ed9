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

/** Reads the switches from headers or, where there is none, from the query. Throws a 400. */
export function readSwitches({ request, query }: Pick<FetchCall, 'request' | 'query'>): Switches {
  const sent = (name: string): string | null => {
    const inQuery = query[name.toLowerCase()] ?? query[name];
    return request.headers.get(name) ?? (typeof inQuery === 'string' ? inQuery : null);
  };
  return {
    toolsets: toolsetsIn(sent('X-MCP-Toolsets')),
    isReadOnly: isOn('X-MCP-Readonly', sent('X-MCP-Readonly')),
    isLocked: isOn('X-MCP-Lockdown', sent('X-MCP-Lockdown')),
  };
}

function toolsetsIn(text: string | null): ReadonlySet<Toolset> {
  const names = (text ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (names.length === 0) return new Set(usual);
  if (names.includes('all')) return new Set(toolsets);
  if (names.every(isToolset)) return new Set(names);
  throw wrong('X-MCP-Toolsets', `must be some of ${toolsets.join(', ')}, with commas between them, or all`);
}

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}

function isOn(header: string, text: string | null): boolean {
  if (text === null || text === '' || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw wrong(header, 'must be true or false');
}

function wrong(header: string, rule: string): Error {
  return badRequest([{ code: 'invalid_value', detail: `The header ${header} ${rule}.`, source: { header } }]);
}
