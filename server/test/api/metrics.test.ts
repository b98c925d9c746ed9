import { describe, expect, it } from 'vitest';
import { figures, figure } from '../support/figures.ts';
import { resource } from '../support/http.ts';
import { customer, to, testServer } from '../support/server.ts';

const server = testServer();
const payment = () => ({ amount: 1, ...to(customer) });

describe('GET /metrics in the sandbox', () => {
  it('needs no credential and is in the Prometheus text format', async () => {
    const reply = await server.as(null).get('/metrics');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = reply.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !/^[a-z_0-9]+(\{[^{}]*\})? ([-+0-9.e]+|Nan)$/.test(line))).toEqual([]);
  });

  it('counts requests by method, route and status, never by id', async () => {
    const labels = { method: 'GET', route: '/payments/:paymentId', status: '200' };
    const name = 'purser_http_request_duration_seconds_count';
    const before = figure(await figures(server.baseUrl), name, labels);
    const { id } = resource(await server.pay(payment()));
    for (const prefix of ['', '/api']) {
      await server.get(`${prefix}/payments/${id}`);
    }
    await server.as(null).get(`/nowhere/${id}`);
    const text = await figures(server.baseUrl);
    expect(figure(text, name, labels)).toBeGreaterThanOrEqual(before + 2);
    expect(figure(text, name, { method: 'GET', route: 'none', status: '404' })).toBeGreaterThan(0);
    expect(text).not.toContain(id.slice(4));
    expect(text).not.toContain('route="/api');
  });

  it('measures how long requests take', async () => {
    const labels = { method: 'POST', route: '/payments', status: '201' };
    await server.pay(payment());
    const text = await figures(server.baseUrl);
    expect(figure(text, 'purser_http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  it('counts engine commands by outcome, and records batch sizes', async () => {
    const name = 'purser_engine_commands_total';
    const count = (text: string, outcome: string): number => figure(text, name, { command: 'pay', outcome });
    const before = await figures(server.baseUrl);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    for (let i = 0; i < 2; i++) await server.pay(payment(), headers);
    await server.pay({ ...payment(), amount: Number.MAX_SAFE_INTEGER });
    const text = await figures(server.baseUrl);
    for (const outcome of ['done', 'replayed', 'insufficient_funds']) {
      expect(count(text, outcome)).toBeGreaterThanOrEqual(count(before, outcome) + 1);
    }
    expect(figure(text, 'purser_engine_batch_size_count')).toBeGreaterThan(
      figure(before, 'purser_engine_batch_size_count'),
    );
  });

  it('shows requests in flight, the database pool and the process', async () => {
    const text = await figures(server.baseUrl);
    expect(figure(text, 'purser_http_requests_in_flight')).toBeGreaterThanOrEqual(1); // this one
    expect(figure(text, 'purser_engine_queue_length')).toBeGreaterThanOrEqual(0);
    expect(figure(text, 'purser_database_connections')).toBeGreaterThanOrEqual(1);
    expect(figure(text, 'purser_database_connections_idle')).toBeGreaterThanOrEqual(0);
    expect(text).toMatch(/^purser_database_waiting_reads 0$/m);
    expect(text).toMatch(/^purser_database_waiting_writes 0$/m);
    expect(text).toMatch(/^purser_lock_timeouts_total 0$/m);
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });
});
