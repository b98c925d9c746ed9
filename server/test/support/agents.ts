import { attributes, call, resource, type Resource } from './http.ts';
import { post, type ServerAccess } from './moves.ts';

/** An agent that a test created, with a key of its own. */
export type TestAgent = { id: string; key: string; keyId: string };

/** Creates an agent, of the main party unless `key` is another party's, and a key for it. */
export async function newAgent(
  server: ServerAccess,
  values: object = {},
  key = server.parties.main.apiKey,
): Promise<TestAgent> {
  const made = await post(server, '/agents', { name: 'New agent', ...values }, { key });
  const { id } = resource(made);
  return { id, ...(await newAgentKey(server, id, key)) };
}

/** Creates another key for an agent. */
export async function newAgentKey(
  server: ServerAccess,
  agentId: string,
  key = server.parties.main.apiKey,
): Promise<{ key: string; keyId: string }> {
  const made = resource(await post(server, '/agent-keys', { agentId }, { key }));
  return { key: String(made.attributes['agentKey']), keyId: made.id };
}

/** Creates an API key of the main party that may pay and read payments, unless the values differ. */
export async function newApiKey(
  { baseUrl, parties }: ServerAccess,
  values: object = {},
): Promise<Resource & { secret: string }> {
  const body = attributes({ name: 'A key', scopes: ['payments.create', 'payments.read'], ...values });
  const made = resource(await call(baseUrl, 'POST', '/api-keys', { key: parties.main.apiKey, body }));
  return { ...made, secret: String(made.attributes['apiKey']) };
}
