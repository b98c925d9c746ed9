import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

/** What a tool says: its structured content, and whether it is an error. */
export type Said = { says: Record<string, unknown>; isError: boolean };

/** A host of models that is connected. */
export type Host = {
  client: Client;
  names: () => Promise<string[]>;
  call: (name: string, values?: object, options?: Parameters<Client['callTool']>[1]) => Promise<Said>;
  close: () => Promise<void>;
};

type Connecting = { revision?: Revision; headers?: Record<string, string>; query?: string };

/** Connects the official client to the server, as this key, and with these headers. */
export async function connectHost(
  baseUrl: string,
  key: string,
  { revision = revisions[0], headers = {}, query = '' }: Connecting = {},
): Promise<Host> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const sent = { Authorization: `Bearer ${key}`, ...headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${query}`), { requestInit: { headers: sent } }),
  );
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, values = {}, options) {
      const { content, structuredContent, isError } = await client.callTool(
        { name, arguments: values as Record<string, unknown> },
        options,
      );
      const [twin] = content;
      const says = structuredContent as Record<string, unknown>;
      if (twin?.type !== 'text' || twin.text !== JSON.stringify(says))
        throw new Error('the two forms differ');
      return { says, isError: isError === true };
    },
    close: () => client.close(),
  };
}
