import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../../cli/test/program.ts';
import { newAgent } from '../support/agents.ts';
import { testServer } from '../support/server.ts';
import { readDocument } from './shell-session.ts';

const server = testServer();
const program = builtProgram();

/** How a host comes in: by an address and headers, or by a program that it starts. */
type Way =
  | { url: string; headers: Record<string, string> }
  | { command: string; args: string[]; env: Record<string, string> };

/** An entry of a host's file, by the names that hosts give to the address. */
type Entry = { url?: string; httpUrl?: string; serverUrl?: string } & Partial<
  Extract<Way, { command: string }>
> & {
    headers?: Record<string, string>;
  };

/** Returns the blocks of the document that configure a host, with the name of the host before each. */
async function blocks(): Promise<Array<[host: string, language: string, text: string]>> {
  const document = await readDocument('docs/agents.md');
  const found = document.matchAll(/^([^\n]+(?:\n[^\n]+)*)\n\n```(json|toml)\n(.*?)^```$/gms);
  return [...found].map(([, before = '', language = '', text = '']) => [before, language, text]);
}

function wayIn(language: string, text: string): Way {
  if (language === 'toml') {
    const named = Object.fromEntries(
      [...text.matchAll(/^(\w+) = "([^"]*)"$/gm)].map(([, name = '', value]) => [name, value]),
    );
    const headers = { Authorization: `Bearer $${named['bearer_token_env_var']}` };
    return { url: named['url'] ?? '', headers };
  }
  const file = JSON.parse(text) as Record<string, Record<string, Entry>>;
  const [entry] = ['mcpServers', 'servers', 'context_servers'].flatMap(
    (name) => file[name]?.['purser'] ?? [],
  );
  const { command, args = [], env = {}, headers = {} } = entry ?? {};
  if (command !== undefined) return { command, args, env };
  return { url: entry?.url ?? entry?.httpUrl ?? entry?.serverUrl ?? '', headers };
}

/** The key, as hosts name it. */
const named = /\$\{(?:env:)?PURSER_API_KEY\}|\$PURSER_API_KEY|\$\{input:purser-key\}|…/;

function transportOf(way: Way, key: string) {
  const filled = (value: string): string =>
    value.replace(named, key).replace('http://127.0.0.1:8080', server.baseUrl);
  const filledIn = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]));
  if ('url' in way)
    return new StreamableHTTPClientTransport(new URL(filled(way.url)), {
      requestInit: { headers: filledIn(way.headers) },
    });
  const { bin, home } = program();
  const [name, ...args] = way.args;
  expect([way.command, name]).toEqual(['npx', 'purser']);
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...filledIn(way.env) };
  return new StdioClientTransport({ command: process.execPath, args: [bin, ...args], env });
}

describe('docs/agents.md', () => {
  it('connects each host that it names', async () => {
    const hosts = [
      'Claude Code',
      'Cursor',
      'VS Code',
      'Codex',
      'Gemini CLI',
      'Windsurf',
      'Zed',
      'Claude Desktop',
    ];
    const { key } = await newAgent(server);
    const all = await blocks();
    expect(all).toHaveLength(hosts.length);
    for (const [index, [before, language, text]] of all.entries()) {
      expect(before).toContain(hosts[index]);
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(transportOf(wayIn(language, text), key));
      expect((await client.listTools()).tools).toHaveLength(13);
      await client.close();
    }
  });
});
