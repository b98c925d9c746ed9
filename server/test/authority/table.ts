import { readFile } from 'node:fs/promises';
import { type CallerName, callerNames } from './callers.ts';

/** How one endpoint responds to each kind of caller. */
export type MatrixRow = { endpoint: string; cells: Readonly<Record<CallerName, string>> };

/** The words of the table's cells that stand for a refusal. */
const refusals: Readonly<Record<string, string>> = {
  'no key': '401 unauthenticated',
  scope: '403 insufficient_scope',
  people: '403 agent_not_allowed',
  suspended: '403 agent_suspended',
  forbidden: '403 forbidden',
  'no agent': '404 agent_not_found',
};

/** Reads the matrix of docs/authority.md. Throws if its columns are not the kinds of callers. */
export async function readMatrix(): Promise<MatrixRow[]> {
  const text = await readFile(new URL('../../../docs/authority.md', import.meta.url), 'utf8');
  const [endpoints = ''] = text.split('## By the connector');
  const lines = endpoints.split('\n').filter((line) => line.startsWith('|'));
  const header = lines.findIndex((line) => line.startsWith('| Endpoint |'));
  const [columns = [], , ...rows] = lines.slice(header).map(cellsOf);
  if (columns.slice(1).join() !== callerNames.join()) throw new Error('the matrix has other columns');
  return rows.map(([endpoint = '', ...cells]) => ({
    endpoint: endpoint.replaceAll('`', ''),
    cells: Object.fromEntries(
      callerNames.map((name, index) => [name, cells[index] ?? '']),
    ) as MatrixRow['cells'],
  }));
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Returns the cell for a response: `yes`, the word of a refusal, or `404` for a resource that is not found. */
export function cellFor(status: number, code: string): string {
  if (status < 300) return 'yes';
  const whole = `${status} ${code}`;
  const word = Object.keys(refusals).find((each) => refusals[each] === whole);
  if (word !== undefined) return word;
  return /^404 .*_not_found$/.test(whole) ? '404' : whole;
}
