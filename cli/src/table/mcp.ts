import { stdin } from 'node:process';
import { createInterface } from 'node:readline';
import type { Command, Context } from '../command.ts';
import { createBridge } from '../connector.ts';
import { exits, Stop } from '../stop.ts';
import { asText, escaped } from '../text.ts';

/** Speaks with a host on standard input and output, until the host ends. */
async function serveHost({ terminal, access, flags, signal, purser }: Context): Promise<number> {
  void purser; // nobody is signed in: it says so
  const headers = {
    ...(flags['readOnly'] === true && { 'X-MCP-Readonly': 'true' }),
    ...(flags['lockdown'] === true && { 'X-MCP-Lockdown': 'true' }),
    ...(flags['toolsets'] !== undefined && { 'X-MCP-Toolsets': asText(flags['toolsets']) }),
  };
  const { url, apiKey, session } = access;
  if (session)
    throw new Stop(
      exits.notAllowed,
      'login_is_for_commands',
      'A login is for commands; a model acts by a key of an agent, under its limits.',
      `PURSER_API_KEY=ak_pur_… purser mcp, or connect the host itself to ${url}/mcp`,
    );
  const write = (line: string): void => terminal.out(escaped(line));
  const carry = createBridge({ url, apiKey: apiKey ?? '', headers, write, signal });
  const underWay = new Set<Promise<void>>();
  const lines = createInterface({ input: stdin, crlfDelay: Infinity });
  signal.addEventListener('abort', () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const carried = carry(line);
    underWay.add(carried);
    void carried.finally(() => underWay.delete(carried));
  }
  await Promise.all(underWay);
  return signal.aborted ? exits.interrupted : exits.done;
}

/** How hosts of models on this machine come in. */
export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    about:
      'connect a host of models on this machine: it starts this, and speaks on standard input and output',
    flags: [
      { name: 'read-only', about: 'offer only what changes nothing' },
      { name: 'lockdown', about: 'hide what parties wrote that yours has never paid' },
      { name: 'toolsets', value: 'list', about: 'offer only these: pay,request,look,bank, or all' },
    ],
    isEndless: true,
    run: serveHost,
  },
];
