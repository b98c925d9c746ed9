import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { figure, figures } from '../support/figures.ts';
import { openSilent, rawRequest, sendRaw, startPost } from '../support/raw.ts';
import { main, customer, to, startServer, type TestServer } from '../support/server.ts';
import { until } from './support.ts';
import { untilInFlight, whilePaymentsWait } from './waiting.ts';

type Line = { msg: string; requestId: string; route: string; status?: number; aborted?: boolean };

let server: TestServer;
let lines: Line[] = [];
afterEach(() => server.close());

async function start(env: Record<string, string> = {}): Promise<void> {
  lines = [];
  const write = (text: string): void => void lines.push(JSON.parse(text) as Line);
  server = await startServer(env, undefined, pino({ level: 'info' }, { write }));
}

const linesOf = (route: string) => lines.filter((line) => line.msg === 'request' && line.route === route);
const count = async (labels: Record<string, string>): Promise<number> =>
  figure(await figures(server.baseUrl), 'purser_http_request_duration_seconds_count', labels);
const authorization = () => `Authorization: Bearer ${main.apiKey}`;

describe('a request whose client hangs up', () => {
  it('before the response is logged and counted once, as aborted', async () => {
    await start();
    const request = rawRequest(
      'POST /payments',
      [authorization(), 'Content-Type: application/json', 'Content-Length: 2'],
      '{}',
    );
    const body = JSON.stringify({ data: { attributes: { amount: 1, ...to(customer) } } });
    await whilePaymentsWait(server, 1, async () => {
      const socket = await openSilent(server.baseUrl);
      socket.write(
        request.replace('Content-Length: 2', `Content-Length: ${body.length}`).replace(/\{\}$/, body),
      );
      await untilInFlight(server, 2);
      socket.resetAndDestroy();
      await until(
        'it is counted',
        async () => (await count({ route: '/payments', status: 'aborted' })) === 1,
      );
    });
    await server.get('/approvals');
    const [aborted, ...others] = linesOf('/payments').filter((line) => line.aborted);
    expect(others).toEqual([]);
    expect(aborted).not.toHaveProperty('status');
    expect(linesOf('/payments').filter((line) => line.requestId === aborted?.requestId)).toHaveLength(1);
    expect(await count({ route: '/payments', status: '201' })).toBe(1);
  });

  it('while its body arrives is logged and counted once, as aborted', async () => {
    await start();
    const headers = { Authorization: `Bearer ${main.apiKey}`, 'Content-Type': 'application/json' };
    const post = await startPost(server.baseUrl, '/payments', headers);
    await post.reset();
    await until('it is counted', async () => (await count({ route: '/payments', status: 'aborted' })) === 1);
    expect(linesOf('/payments')).toMatchObject([{ aborted: true }]);
  });
});

describe('a request whose client ends the connection', () => {
  it('while its body arrives is logged and counted once, as aborted', async () => {
    await start();
    const head = [authorization(), 'Content-Type: application/json', 'Content-Length: 100'];
    const socket = await openSilent(server.baseUrl);
    socket.end(rawRequest('POST /payments', head, '{"data":'));
    await until('it is counted', async () => (await count({ route: '/payments', status: 'aborted' })) === 1);
    expect(linesOf('/payments')).toMatchObject([{ aborted: true }]);
    expect(await count({ route: '/payments', status: '400' })).toBe(0);
  });
});

describe('a request that is not readable', () => {
  it.each([
    ['garbage', 'nonsense\r\n\r\n'],
    ['a CONNECT request', rawRequest('CONNECT purser.test:80')],
  ])('is logged and counted once: %s', async (_name, text) => {
    await start();
    const response = await sendRaw(server.baseUrl, text);
    const requestId = /Request-Id: (\S+)/.exec(response)?.[1];
    expect(linesOf('unknown')).toMatchObject([{ requestId, status: 400 }]);
    expect(await count({ method: 'unknown', route: 'none', status: '400' })).toBe(1);
  });

  it('because of its path is logged and counted once', async () => {
    await start();
    await sendRaw(server.baseUrl, rawRequest('GET /payments/%'));
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ status: 400 }]);
    expect(await count({ method: 'GET', route: 'none', status: '400' })).toBe(1);
  });

  it('because of its body is logged and counted once', async () => {
    await start();
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked', authorization()];
    const response = await sendRaw(server.baseUrl, rawRequest('POST /payments', chunked, 'zz\r\n'));
    await until('it is logged', () => linesOf('/payments').length > 0);
    const requestId = /Request-Id: (\S+)/i.exec(response)?.[1];
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ requestId, status: 400 }]);
    expect(await count({ route: '/payments', status: '400' })).toBe(1);
  });

  it('is not counted for a connection that sends nothing', async () => {
    await start({ PURSER_REQUEST_TIMEOUT_MS: '1000' });
    const socket = await openSilent(server.baseUrl);
    await new Promise((resolve) => socket.on('close', resolve).resume());
    expect(linesOf('unknown')).toEqual([]);
  });
});
