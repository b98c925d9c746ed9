import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { errorTable } from '../../src/errors.ts';
import { call, codes } from '../support/http.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const open = (path: string) => server.as(null).get(path);

async function documents(): Promise<string[]> {
  const { text } = await open('/llms.txt');
  return [...text.matchAll(/^- \[.*\]\((.*)\)$/gm)].map(([, url = '']) => url.slice(server.baseUrl.length));
}

describe('the documentation', () => {
  it('has a page and the same as Markdown for each document that /llms.txt names', async () => {
    const paths = await documents();
    expect(paths).toContain('/docs.md');
    for (const path of paths) {
      const [page, twin] = [await open(path.slice(0, -3)), await open(path)];
      expect([path, page.status, twin.status]).toEqual([path, 200, 200]);
      expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(page.text).not.toMatch(/<script|src=|@import/);
      expect(twin.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      const [, title = ''] = /^# (.*)\n/.exec(twin.text) ?? [];
      expect(page.text).toContain(`<title>${title}`);
    }
  });

  it('has every endpoint and every error code', async () => {
    const paths = await documents();
    const texts = await Promise.all(
      paths.filter((path) => path.startsWith('/docs/api/')).map(async (path) => (await open(path)).text),
    );
    const all = texts.join('\n');
    for (const { method, path } of endpoints) {
      expect(all).toContain(`\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\`\n`);
    }
    for (const code of Object.keys(errorTable)) expect(paths).toContain(`/docs/errors/${code}.md`);
  });

  it('tells what the attributes of a request take, also inside of them', async () => {
    const rows = async (tag: string): Promise<string[]> =>
      (await open(`/docs/api/${tag}.md`)).text.split('\n').filter((line) => line.startsWith('| `'));
    const agents = await rows('agents');
    const payments = await rows('payments');
    expect(payments).toContain(
      '| `counterparty.type` | `email`, `phone`, `party_id`, `agent_id`, required |  |',
    );
    expect(payments.join('\n')).toMatch(
      /^\| `counterparty\.value` \| string.*, required \| `email`: At most 254/m,
    );
    expect(agents.join('\n')).toMatch(
      /^\| `limits\.currencies\.\*\.perMonth` \| integer from 1 \| Minor units/m,
    );
    expect(agents).toContain('| `rules.paymentsPerHour.max` | integer from 1 to 10000, required |  |');
    expect(agents.join('\n')).toMatch(
      /^\| `rules\.counterparties\.allow\[\]\.includeSubdomains` \| boolean \| With/m,
    );
    expect((await rows('external-accounts')).join('\n')).toMatch(
      /^\| `account\.iban` \| string.*, required \| With the type `iban`\./m,
    );
    const all = (await Promise.all((await documents()).map(open))).flatMap(({ text }) => text.split('\n'));
    const cells = all
      .filter((line) => /^\| `[^`]+` \| .* \| .* \|$/.test(line))
      .map((line) => line.split(' | '));
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter(([, type]) => type === '' || /\bany\b/.test(type ?? ''))).toEqual([]);
  });

  it('answers browsers with a page where nothing is, and programs with JSON', async () => {
    const Accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
    for (const path of ['/docs/x', '/docs/errors/x.md', '/errors/x', '/accounts', '/review']) {
      const page = await server.as(null).get(path, { Accept });
      expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
      expect([page.headers.get('Vary'), page.text.includes('Error 404')]).toEqual(['Accept', true]);
      expect(codes(await open(path))).toEqual(['not_found']);
    }
    const posted = await call(server.baseUrl, 'POST', '/docs/nothing/at/all', { headers: { Accept } });
    expect(codes(posted)).toEqual(['not_found']);
  });

  it('is where the root leads', async () => {
    const { status, headers } = await open('/');
    expect([status, headers.get('Location')]).toEqual([303, '/docs']);
  });

  it('has no other document', async () => {
    for (const path of ['/docs/x', '/docs/api/x', '/docs/errors/x.md', '/docs/api', '/docs/__proto__']) {
      expect(codes(await open(path))).toEqual(['not_found']);
    }
  });
});
