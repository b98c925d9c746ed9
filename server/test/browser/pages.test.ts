import { createRequire } from 'node:module';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from './chromium.ts';
import { makePlaces, type Place } from './places.ts';
import { newMember } from '../support/members.ts';
import { begin, register } from '../support/oauth.ts';
import { testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

// Deposits stay under way, so that the page that waits for one can be seen.
const settings = { PURSER_WEBHOOKS_TO_LOOPBACK: 'true', PURSER_SANDBOX_SETTLE_MS: '999999999' };
const server = testServer(settings);
let browser: Browser;
let places: Place[];
let axe: string;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  places = await makePlaces(server);
});
afterAll(() => browser.close());

const screenshots = process.env['PURSER_SCREENSHOTS']; // a folder: the pages are stored there, to be looked at
type View = { name: string; scheme: 'light' | 'dark'; width: number };
const views: View[] = [
  { name: 'light', scheme: 'light', width: 1280 },
  { name: 'dark', scheme: 'dark', width: 1280 },
  { name: 'phone-light', scheme: 'light', width: 390 },
  { name: 'phone-dark', scheme: 'dark', width: 390 },
];

/** Opens the place once, as whoever is signed in there, and returns everything that is wrong with it in each view. */
async function faultsOf({ name: place, path, cookies }: Place): Promise<string[]> {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: server.baseUrl })));
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|refused/i.test(message.text())) faults.push(message.text());
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== server.baseUrl) faults.push(`asks for ${request.url()}`);
    });
    await page.goto(`${server.baseUrl}${path}`);
    await page.evaluate(axe);
    for (const view of views) {
      const seen = await faultsIn(page, view);
      faults.push(...seen.map((fault) => `${view.name}: ${fault}`));
      await shoot(page, `${place}-${view.name}.png`);
    }
    return faults;
  } finally {
    await context.close();
  }
}

/** The schemes differ in colours only, so that in the second one only the rules on colours are worth their time. */
const rules = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } };

/** Returns what axe finds on an open page in a view, and by how much it is too wide. */
async function faultsIn(page: Page, { scheme, width }: View): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: scheme });
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules[scheme] });
  const violations = await page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`,
  );
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [...violations, ...(overflow > 0 ? [`${overflow} pixels too wide`] : [])];
}

async function shoot(page: Page, file: string): Promise<void> {
  if (screenshots === undefined) return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, file), clip: await clipOf(page), fullPage: true });
}

async function clipOf(page: Page) {
  const { width = 0 } = page.viewportSize() ?? {};
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  return { x: 0, y: 0, width, height: Math.min(height, 2400) };
}

it('every page is accessible, fits, loads nothing and keeps its policy in both colour schemes, also on a phone', async () => {
  const found: Record<string, string[]> = {};
  for (const place of places) {
    const faults = await faultsOf(place);
    if (faults.length > 0) found[place.name] = faults;
  }
  expect(found).toEqual({});
});

it('every mail has one link, which leads to this server, and says why it was sent', async () => {
  const mails = places.filter(({ name }) => name.startsWith('mail-'));
  for (const { name, path } of mails) {
    const { text } = await server.as(null).get(path);
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href).origin);
    expect([name, links, text.includes('Why this mail: ')]).toEqual([name, [server.baseUrl], true]);
  }
});

describe('without client scripts', () => {
  it('a person claims money, is signed in, and ends in an account with the money', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const path = places.find(({ name }) => name === 'claim')?.path ?? '';
    await page.goto(`${server.baseUrl}${path}`);
    await page.getByLabel('Your name').fill('Casey Customer');
    await page.getByRole('button', { name: 'Claim the money' }).click();
    await page.getByRole('heading', { name: 'Casey Customer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await page.getByText('USD 7.00').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Your e-mail address').waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('a person lets a program act by the keyboard, and the browser gets back to the program with a code', async () => {
    const answers: string[] = [];
    const listener = createServer(({ url = '' }, response) => {
      answers.push(url);
      response.end('You can close this page.');
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    const { clientId } = await register(server);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const person = await signIn(server, (await newMember(server, 'OWNER')).email);
    const cookies = [...person.cookies].map(([name, value]) => ({ name, value, url: server.baseUrl }));
    await context.addCookies(cookies);
    await page.goto(server.baseUrl + begin(server, { clientId, redirect }).path);
    await page.getByRole('heading', { name: 'A program on a computer' }).waitFor();
    await shoot(page, 'consent-whole.png');
    await page.getByLabel('Its name').fill('Assistant');
    await page.keyboard.press('Enter'); // the first button is the one that allows
    await page.getByText('You can close this page.').waitFor();
    expect(answers[0]).toMatch(/^\/callback\?code=[\w-]+&state=as\+it\+was&iss=http/);
    await context.close();
    listener.close();
  });
});
