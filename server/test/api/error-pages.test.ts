import { describe, expect, it } from 'vitest';
import { errorTable } from '../../src/errors.ts';
import { errors } from '../support/http.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

describe('the error pages', () => {
  it('include one for every code, with its status and title', async () => {
    for (const [code, { status, title }] of Object.entries(errorTable)) {
      const page = await server.as(null).get(`/errors/${code}`);
      expect([code, page.status]).toEqual([code, 200]);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).toContain(`HTTP ${status} · <code>${code}</code>`);
    }
  });

  it('open from the link of an error', async () => {
    const [error] = errors(await server.as(null).get('/transactions'));
    const page = await fetch(error?.links.about ?? '');
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<code>unauthenticated</code>'),
    ]);
  });

  it('include a list of all codes', async () => {
    const page = await server.as(null).get('/errors');
    for (const code of Object.keys(errorTable)) expect(page.text).toContain(`href="/docs/errors/${code}"`);
  });

  it('are the same as in the documentation, under /api too', async () => {
    for (const path of ['/errors', '/errors/not_found']) {
      const document = await server.as(null).get(`/docs${path}`);
      for (const prefix of ['', '/api']) {
        const page = await server.as(null).get(`${prefix}${path}`);
        expect([page.status, page.text]).toEqual([200, document.text]);
      }
    }
  });

  it('run no script and load no resource', async () => {
    const page = await server.as(null).get('/errors');
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).not.toMatch(/<script|src=|@import/);
  });

  it('include none for an unknown code', async () => {
    expect((await server.as(null).get('/errors/nonsense')).status).toBe(404);
  });
});
