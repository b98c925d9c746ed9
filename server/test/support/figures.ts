import { expect } from 'vitest';
import { clientAt } from './client.ts';

/** Returns the text of `/metrics`. */
export async function figures(baseUrl: string, key: string | null = null): Promise<string> {
  const reply = await clientAt(baseUrl, key).get('/metrics');
  expect(reply.status).toBe(200);
  return reply.text;
}

/** Returns one value of the metrics, 0 if it is absent. */
export function figure(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((each) => /^[a-z_]+/.exec(each)?.[0] === name && wanted.every((label) => each.includes(label)));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
}
