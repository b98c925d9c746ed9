import { readFile } from 'node:fs/promises';
import { readAmount } from './amounts.ts';
import type { Value } from './operation.ts';
import { misused } from './stop.ts';
import { kebab } from './text.ts';

/** Reads what was typed for a value of the API. Throws a usage error that says how it is written. */
export async function readValue(value: Value, typed: unknown): Promise<unknown> {
  const flag = `--${kebab(value.name)}`;
  if (value.kind === 'yesNo') return typed === true;
  if (value.kind === 'list') return listOf(value, typed as string[]);
  if (value.kind === 'tags') return tagsOf(flag, typed as string[]);
  const text = String(typed);
  if (value.choices && !value.choices.includes(text)) throw oneOf(flag, value.choices, text);
  switch (value.kind) {
    case 'whole':
      if (!/^\d{1,15}$/.test(text)) throw misused(`${flag} takes a whole number, such as 20.`);
      return Number(text);
    case 'amount':
      return readAmount([text]);
    case 'address':
      return addressOf(text);
    case 'json':
      return readJson(flag, text);
    case 'text':
      return isTime(value.name) ? timeOf(flag, text, value.name === 'expiresAt') : text;
    default:
      return text;
  }
}

/** Returns the error for a value that is none of the choices; one that differs in case only is taken by `closest`. */
function oneOf(flag: string, choices: readonly string[], text: string): Error {
  const closest = choices.find((each) => each.toLowerCase() === text.toLowerCase());
  if (closest) return misused(`Write ${flag} ${closest}.`);
  const [noun = ''] = text.split('.');
  const near = choices.filter((each) => each.startsWith(`${noun}.`)); // of many, those that begin like it
  return misused(`${flag} is one of: ${(near.length > 0 ? near : choices).join(', ')}.`);
}

function listOf({ name, choices }: Value, typed: readonly string[]): string[] {
  const found = typed.flatMap((each) => each.split(',')).map((each) => each.trim());
  const wrong = choices && found.find((each) => !choices.includes(each));
  if (wrong !== undefined && choices) throw oneOf(`--${kebab(name)}`, choices, wrong);
  return found.filter((each) => each !== '');
}

function tagsOf(flag: string, typed: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    typed.map((each): [string, string] => {
      const at = each.indexOf('=');
      if (at < 1) throw misused(`${flag} takes a name and a value, such as ${flag} order=1001.`);
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

/** Returns who is paid or asked, by the way it is written: an e-mail address, a phone number or an id. */
export function addressOf(text: string): { type: string; value: string } {
  if (/^pty_[0-9a-f]{32}$/.test(text)) return { type: 'party_id', value: text };
  if (/^agt_[0-9a-f]{32}$/.test(text)) return { type: 'agent_id', value: text };
  if (/^\+[0-9 ()-]{6,20}$/.test(text)) return { type: 'phone', value: text.replaceAll(/[ ()-]/g, '') };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { type: 'email', value: text };
  throw misused(
    `\`${text}\` names nobody: write an e-mail address, a phone number such as +12125550123, or an id (pty_… or agt_…).`,
    'purser counterparties list',
  );
}

async function readJson(flag: string, text: string): Promise<unknown> {
  const source =
    text === '-' || text.startsWith('@')
      ? await fileText(flag, text === '-' ? '/dev/stdin' : text.slice(1))
      : text;
  try {
    return JSON.parse(source) as unknown;
  } catch {
    throw misused(`${flag} takes JSON, or @ and the name of a file with JSON.`);
  }
}

async function fileText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw misused(`${flag}: ${path} cannot be read.`);
  }
}

export const isTime = (name: string): boolean => /(?:After|Before|At)$|^(?:from|to)$/.test(name);

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns a span such as `3d` or `90s` in seconds; null if it is none. */
export function spanOf(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  return count === '' ? null : Number(count) * (seconds[unit] ?? 0);
}

function timeOf(flag: string, text: string, isAhead: boolean): string {
  const span_s = spanOf(text);
  if (span_s !== null) return new Date(Date.now() + (isAhead ? 1 : -1) * span_s * 1000).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return `${text}T00:00:00.000Z`;
  if (/^\d{4}-\d\d-\d\dT\S+(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    return new Date(text).toISOString();
  throw misused(
    `${flag} takes a day (2026-11-28), a time (2026-11-28T14:00:00Z), or a span (3d ${isAhead ? 'from now' : 'ago'}).`,
  );
}
