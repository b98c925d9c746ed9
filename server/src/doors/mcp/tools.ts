import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { bankTools } from './bank-tools.ts';
import { type Api, mayUse } from './caller.ts';
import { lookTools } from './look-tools.ts';
import { payTools } from './pay-tools.ts';
import { requestTools } from './request-tools.ts';
import type { Switches } from './switches.ts';
import { describeTool, type Tool } from './tool.ts';

/** The tools of everybody who may do everything. Nobody approves, makes keys or changes what bounds an agent by a tool. */
export const tools: readonly Tool[] = [...lookTools, ...payTools, ...requestTools, ...bankTools];

/** What a caller sees: its tools, as they are listed, and the digest of that. */
export type Listed = {
  tools: ReadonlyMap<string, Tool>;
  list: Array<ReturnType<typeof describeTool>>;
  digest: string;
};

/** Returns a function that gives the tools which an actor may use. There are few such lists, so each is made once. */
export function createToolLists(api: Api): (ctx: Context, switches: Switches) => Listed {
  const known = new Map<string, Listed>();
  return (ctx, switches) => {
    const seen = tools.filter((each) => isSeen(api, ctx, switches, each));
    const names = seen.map(({ name }) => name).join(' ');
    const listed = known.get(names) ?? describe(seen);
    known.set(names, listed);
    return listed;
  };
}

function isSeen(api: Api, ctx: Context, switches: Switches, { toolsets, effect, needs }: Tool): boolean {
  if (!toolsets.some((each) => switches.toolsets.has(each)) || (switches.isReadOnly && effect !== 'read'))
    return false;
  return needs.every((each) => mayUse(api, ctx, each));
}

function describe(seen: readonly Tool[]): Listed {
  const list = seen.map(describeTool);
  return {
    tools: new Map(seen.map((each) => [each.name, each])),
    list,
    digest: `sha256:${hash('sha256', JSON.stringify(list), 'hex')}`,
  };
}
