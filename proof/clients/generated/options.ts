import { parseArgs } from 'node:util';
import { Usage } from '../../support/run.ts';
import { checks } from './checks.ts';
import { clients } from './clients.ts';

const names = [...Object.keys(checks), ...Object.keys(clients)];

/** The options of the command line. */
export type Options = { only: readonly string[]; tools: string | undefined; json: string | undefined };

export const help = `npm run clients -- [options]

Checks the OpenAPI document with other tools, generates clients from it, compiles them, and pays with each of them.
Installs the tools from the registries of npm, PyPI and Maven; needs Node, Python 3, a JDK with Maven, and Go.

  --only NAME,…        only these: ${names.slice(0, 3).join(', ')},
                       ${names.slice(3).join(', ')}
  --tools FOLDER       install the tools into this folder, except tools that it already has
  --json FILE          write the figures to a file
  --help               this text
`;

/** Reads the command line; null for `--help`. Throws Usage. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const only = values.only?.split(',') ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Usage(`There is no check or client ${unknown}; --help lists them.`);
  return { only, tools: values.tools, json: values.json };
}

const text = { type: 'string' } as const;

function parse(args: readonly string[]) {
  try {
    const options = { only: text, tools: text, json: text, help: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}
