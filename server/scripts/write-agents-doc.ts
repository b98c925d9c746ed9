import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describeTool } from '../src/doors/mcp/tool.ts';
import { tools } from '../src/doors/mcp/tools.ts';

/** The location of the page. */
export const agentsDoc = new URL('../../docs/agents.md', import.meta.url);

const longestLine = 120;
const start = '<!-- Generated from server/src/doors/mcp by `npm run docs:agents`. Do not edit by hand. -->';

/** Returns the page about the connector, with what a model sees of each tool, word for word. */
export function agentsPage(page: string): string {
  return `${page.slice(0, page.indexOf(start))}${start}\n\n${tools.map(section).join('\n')}`;
}

function section(each: (typeof tools)[number]): string {
  const { name, description, inputSchema } = describeTool(each);
  const required = new Set(inputSchema.required);
  const all = Object.entries((inputSchema.properties ?? {}) as Record<string, Field>);
  const lines = all.map(([argument, field]) => {
    const need = required.has(argument) ? ' (required)' : '';
    const said = [field.enum?.join(', '), field.description, bound(field)].filter(Boolean).join('. ');
    return `${wrapped(`- \`${argument}\`${need}${said === '' ? '' : `: ${said}`}`)}\n`;
  });
  return `### \`${name}\`\n\n${description}\n${lines.length > 0 ? `\n${lines.join('')}` : ''}`;
}

/** Breaks a line that is longer than documents have. */
function wrapped(line: string): string {
  if (line.length <= longestLine) return line;
  const end = line.lastIndexOf(' ', longestLine);
  return `${line.slice(0, end)}\n  ${line.slice(end + 1)}`;
}

type Field = {
  description?: string;
  enum?: string[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
};

function bound({ default: usual, minimum, maximum }: Field): string {
  const range = minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`;
  return [range, usual === undefined ? '' : `by default ${usual}`].filter(Boolean).join(', ');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(agentsDoc, agentsPage(await readFile(agentsDoc, 'utf8')));
