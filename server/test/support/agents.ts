import type { ApiClient } from './client.ts';
import { resource, type Resource } from './http.ts';

/** An agent that a test created, with a key of its own. */
export type TestAgent = { id: string; key: string; keyId: string };

/** Creates an agent, and a key for it. */
export async function newAgent(server: ApiClient, values: object = {}): Promise<TestAgent> {
  const made = await server.post('/agents', { name: 'New agent', ...values });
  const { id } = resource(made);
  return { id, ...(await newAgentKey(server, id)) };
}

/** Creates another key for an agent. */
export async function newAgentKey(
  server: ApiClient,
  agentId: string,
): Promise<{ key: string; keyId: string }> {
  const made = resource(await server.post('/agent-keys', { agentId }));
  return { key: String(made.attributes['agentKey']), keyId: made.id };
}

/** Creates an API key of the main party that may pay and read payments, unless the values differ. */
export async function newApiKey(
  server: ApiClient,
  values: object = {},
): Promise<Resource & { secret: string }> {
  const made = resource(
    await server.post('/api-keys', {
      name: 'A key',
      scopes: ['payments.create', 'payments.read'],
      ...values,
    }),
  );
  return { ...made, secret: String(made.attributes['apiKey']) };
}
