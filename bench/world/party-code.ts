import type { codeRows, typeParsers } from '../../server/src/db/pool.ts';
import type * as agents from './agents.ts';
import type * as payers from './payers.ts';

/** How a checkout of the project makes its parties. An earlier commit has no `benchRules`, or no `codeRows`. */
export type PartyCode = Pick<typeof payers, 'makePayers'> &
  Pick<typeof agents, 'makeAgents'> &
  Partial<Pick<typeof agents, 'benchRules'> & { codeRows: typeof codeRows }> & {
    typeParsers: typeof typeParsers;
  };

/**
 * Returns the code of the checkout at this root. Schemas differ between commits, so only a checkout's own code makes
 * parties in its database. Commits are compared by these names and files: whoever moves one looks for it here as well.
 */
export async function partyCode(root: URL): Promise<PartyCode> {
  const files = ['bench/world/payers.ts', 'bench/world/agents.ts', 'server/src/db/pool.ts'];
  const modules = await Promise.all(files.map((file) => import(new URL(file, root).href)));
  return Object.assign({}, ...modules) as PartyCode;
}
