import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const about = '_meta';

/** A message of JSON-RPC, as far as the bridge reads it. */
type Message = {
  id?: string | number | null;
  method?: string;
  params?: {
    name?: string;
    arguments?: object;
    requestId?: string | number;
    [about]?: Record<string, unknown>;
  };
};

export type Bridge = {
  url: string;
  apiKey: string;
  /** Switches of the connector, as headers. */
  headers: Readonly<Record<string, string>>;
  /** Sends a line to the host. */
  write: (line: string) => void;
  signal: AbortSignal;
};

const revisionMember = 'io.modelcontextprotocol/protocolVersion';
const firstRevision = '2025-11-25';
const patience_ms = 5_000;
const again_ms = 500;

/** A conversation of a host: what its lines are sent with, and what is under way. */
type Conversation = Bridge & {
  id: string;
  revision: string;
  underWay: Map<string | number, AbortController>;
};

/**
 * Returns a function that carries a line of a host to the connector of the server, and its answers back. A request whose
 * answer is lost is sent again for 5 s: every tool takes effect once. Then a call says that its outcome is unknown.
 */
export function createBridge(bridge: Bridge): (line: string) => Promise<void> {
  const conversation = { ...bridge, id: randomUUID(), revision: firstRevision, underWay: new Map() };
  return (line) => carryLine(conversation, line);
}

async function carryLine(conversation: Conversation, line: string): Promise<void> {
  const { write, underWay, signal } = conversation;
  const message = parsed(line);
  if (message === null) return write(failed(null, 'This line is no JSON.', -32_700));
  const { id, method, params } = message;
  if (method === 'notifications/cancelled' && params?.requestId !== undefined) {
    underWay.get(params.requestId)?.abort(); // who closes the request has canceled it
    return;
  }
  const ending = new AbortController();
  if (id !== undefined && id !== null) underWay.set(id, ending);
  await insist(conversation, line, message, AbortSignal.any([ending.signal, signal]));
  if (id !== undefined && id !== null) underWay.delete(id);
}

/** Carries a message over until it is answered, for as long as the patience lasts. */
async function insist(
  conversation: Conversation,
  line: string,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const until_ms = performance.now() + patience_ms;
  for (;;) {
    try {
      return await carry(conversation, line, message, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() + again_ms > until_ms) return lost(conversation, message, error);
    }
    await pause(again_ms);
  }
}

/** Carries a message over. Throws if its answer is lost. */
async function carry(
  conversation: Conversation,
  line: string,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(conversation, line, message, signal);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body) return streamed(response.body, (text) => pass(conversation, text));
  const text = await response.text();
  const { id } = message;
  if (id === undefined || id === null) return;
  if (response.ok || isAnswer(text)) return pass(conversation, text);
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
  conversation.write(failed(id, refusalIn(text, response.status)));
}

function send(
  { url, headers, apiKey, id, revision }: Conversation,
  line: string,
  { method = '', params }: Message,
  signal: AbortSignal,
): Promise<Response> {
  const named = params?.[about]?.[revisionMember];
  return fetch(`${url}/mcp`, {
    method: 'POST',
    body: line,
    redirect: 'manual',
    signal,
    headers: {
      ...headers,
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': typeof named === 'string' ? named : revision,
      'Mcp-Method': method,
      ...(params?.name !== undefined && { 'Mcp-Name': params.name }),
      'X-Instance-ID': id,
    },
  });
}

/** Passes an answer on to the host, and keeps the revision that the two have agreed on. */
function pass(conversation: Conversation, text: string): void {
  const answer = JSON.parse(text) as { result?: { protocolVersion?: string } };
  conversation.revision = answer.result?.protocolVersion ?? conversation.revision;
  conversation.write(JSON.stringify(answer));
}

function lost({ write }: Conversation, { id, method, params }: Message, error: unknown): void {
  if (id === undefined || id === null) return;
  const why = error instanceof Error ? error.message : 'no answer';
  if (method !== 'tools/call') return write(failed(id, `The server could not be asked: ${why}.`));
  const says = {
    status: 'outcome_unknown',
    message:
      'The server could not be asked, and nobody knows yet whether this took effect. Do not pay in another way. The same call with the same arguments is safe.',
    next: { tool: params?.name, arguments: params?.arguments ?? {}, after_seconds: 10 },
  };
  const content = [{ type: 'text', text: JSON.stringify(says) }];
  const result = { content, structuredContent: says, resultType: 'complete' };
  write(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isAnswer(text: string): boolean {
  return text.startsWith('{"jsonrpc"') || text.includes('"jsonrpc":');
}

/** Reads server-sent events, and passes on what each has. */
async function streamed(body: ReadableStream<Uint8Array>, pass: (text: string) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const data = rest
        .slice(0, end)
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart());
      rest = rest.slice(end + 2);
      if (data.length > 0 && data.join('') !== '') pass(data.join('\n'));
    }
  }
}

function refusalIn(text: string, status: number): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: Array<{ detail?: string }> };
    return errors?.[0]?.detail ?? `The server answered ${status}.`;
  } catch {
    return `The server answered ${status}. Is the address that of Purser?`;
  }
}

function failed(id: string | number | null, message: string, code = -32_000): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
