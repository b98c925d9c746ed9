import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Call } from '../../src/http/handle.ts';
import { type Ending, logRequest } from '../../src/http/log.ts';

const digits = '0123456789abcdef'.repeat(2);
const requestId = `req_${digits}`;
const lines: string[] = [];
const log = pino(
  { base: { pid: 7, 'host "name"': 'a' }, timestamp: () => ',"time":1' },
  { write: (line: string) => void lines.push(line) },
);

function logged(
  ending: Ending,
  duration_ms: number,
  { url, headers = {}, actor }: { url?: string; headers?: object; actor?: object } = {},
): string | undefined {
  const request = { id: requestId, method: 'GET', headers } as FastifyRequest;
  const call = actor ? ({ ctx: { actor } } as Pick<Call, 'ctx'>) : null;
  logRequest(log, request, url, ending, duration_ms, call);
  return lines.pop();
}

/** Returns the line of a request with these fields as pino writes it. */
function byPino(fields: object): string | undefined {
  log.info({ requestId, method: 'GET', ...fields }, 'request');
  return lines.pop();
}

it('The line of a request is what pino writes of its fields', () => {
  expect(logged(404, 1.26)).toBe(byPino({ route: 'unknown', status: 404, duration_ms: 1.3 }));
  expect(logged('aborted', 0, { url: '/payments' })).toBe(
    byPino({ route: '/payments', aborted: true, duration_ms: 0 }),
  );
  const actor = { partyId: digits, keyPrefix: 'sk_pur_sandbox_a1B2c3D4', agentId: null, instanceId: null };
  const traced = { traceparent: `00-${digits}-${digits.slice(16)}-01` };
  expect(logged(201, 2000, { url: '/payments/:paymentId', headers: traced, actor })).toBe(
    byPino({
      route: '/payments/:paymentId',
      status: 201,
      duration_ms: 2000,
      traceId: digits,
      partyId: `pty_${digits}`,
      key: actor.keyPrefix,
    }),
  );
});

it.each([
  'plain',
  '',
  'a "quoted" \\ one',
  'line\nfeed',
  'Jürgen 😀',

  'long "and" '.repeat(50),
])('The id of a conversation is written as pino writes it: %j', (instanceId) => {
  const actor = { partyId: digits, keyPrefix: 'ak_pur_prod_a', agentId: digits, instanceId };
  const agent = { partyId: `pty_${digits}`, key: actor.keyPrefix, agentId: `agt_${digits}`, instanceId };
  expect(logged(200, 1, { url: '/', actor })).toBe(
    byPino({ route: '/', status: 200, duration_ms: 1, ...agent }),
  );
});

it('Above its level, a log has no line of a request', () => {
  log.level = 'warn';
  expect(logged(200, 1)).toBeUndefined();
});
