import { createHash } from 'node:crypto';
import type { HttpResponse } from '../../support/http.ts';
import type { Actor, Party } from '../model/types.ts';
import { browse, signInByMailbox } from '../pages.ts';
import { beginAttempt, checkResponse } from '../paying.ts';
import { pickAmount, pickParty, pickRecipient } from '../picking.ts';
import type { Run } from '../run.ts';
import type { Turn } from '../turn.ts';
import { payUntilTaken } from './authority/until-taken.ts';
import { readClock, succeed } from './authority/writes.ts';

/** A program that an owner lets act, with its tokens. */
type Program = {
  as: Actor;
  refreshToken: string;
  deviceCode: string;
  /** The access token is not over before, by the service's clock. */
  lastsUntil: Date;
  /** The refresh that is under way. */
  refreshing: Promise<void> | null;
};

const programs = new WeakMap<Run, Map<string, Promise<Program | null>>>();
const client = 'purser-cli'; // it is known without a registration
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
// The servers of a run have an address each, and grants are for the address at which they were asked for.
const server = 0;
const token_ms = 3_600_000;
const refresh_ms = 28 * 24 * 3_600_000; // it is 30 days

/**
 * Pays by an access token: of a program that acts for a party's owner, or as its agent, as the owner allowed by the code
 * of a device. Now and then the program has new tokens first; those before work on until their hour is over.
 */
export async function payByProgram(turn: Turn): Promise<void> {
  const payer = pickParty(turn);
  const now = await readClock(turn);
  const program = await keptProgram(turn, payer, now);
  if (!program) return turn.record('(lost)');
  const isOver = program.lastsUntil.getTime() - now.getTime() < token_ms / 2;
  if (isOver || turn.random.chance(0.2)) await refresh(turn, program);
  const intent = { as: program.as, ...pickRecipient(turn, payer), amount: pickAmount(turn, payer, 'USD') };
  const attempt = beginAttempt(turn, { ...intent, skipReplay: true });
  checkResponse(turn, attempt, await turn.send(attempt.request));
}

/** A program pays until its grant is ended: by its party, by itself, or since its code is used a second time. */
export async function endGrant(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const program = await newProgram(turn, party, turn.random.chance(0.5));
  if (!program) return turn.record('(lost)');
  if (turn.random.chance(0.5)) await refresh(turn, program);
  const { as, lastsUntil } = program;
  const way = turn.random.pick(['party', 'program', 'code'] as const);
  const hasEnded = async (): Promise<boolean> => (await readClock(turn)) >= lastsUntil;
  const gone = { refusals: ['unauthenticated'], readRefusals: ['unauthenticated'] };
  await payUntilTaken(turn, { ...gone, as, hasEnded, take: () => end(turn, program, way) });
  const late = await ask(turn, '/oauth/token', refreshing(program));
  if (late.status !== 400) turn.fail('G22', `an ended grant has new tokens, with status ${late.status}`);
}

async function end(turn: Turn, program: Program, way: 'party' | 'program' | 'code'): Promise<void> {
  const { as, refreshToken, deviceCode } = program;
  if (way === 'party') {
    const path = `/oauth-grants/${await grantOf(turn, as.key)}`;
    await succeed(turn, { as: as.party.owner, method: 'DELETE', path });
  } else if (way === 'program') {
    const token = turn.random.pick([as.key, refreshToken]);
    const { status } = await ask(turn, '/oauth/revoke', { client_id: client, token });
    if (status !== 200) turn.fail('responses', `a program ended its grant with status ${status}`);
  } else {
    const { status } = await ask(turn, '/oauth/token', codeGrant(deviceCode));
    if (status !== 400) turn.fail('G22', `the code of a device was used again, with status ${status}`);
  }
}

/** Returns the id of the grant of an access token. */
async function grantOf({ run }: Turn, token: string): Promise<string> {
  const hash = createHash('sha256').update(token).digest('hex');
  const text = `SELECT grant_id AS id FROM oauth_artifacts WHERE kind = 'AccessToken' AND encode(id_hash, 'hex') = $1`;
  const [row] = await run.world.administration.query<{ id: string }>(text, [hash]);
  return `ogr_${row?.id.replaceAll('-', '')}`;
}

/**
 * Returns one of two programs that this party lets act: as its owner, or as its agent. It is connected again when the clock
 * went past the time in which it can have new tokens.
 */
async function keptProgram(turn: Turn, party: Party, now: Date): Promise<Program | null> {
  const all = programs.get(turn.run) ?? new Map<string, Promise<Program | null>>();
  programs.set(turn.run, all);
  const byAgent = turn.random.chance(0.5);
  const name = `${party.id} ${byAgent}`;
  const before = all.get(name);
  const kept = await before;
  if (kept && now.getTime() - kept.lastsUntil.getTime() < refresh_ms) return kept;
  if (all.get(name) === before) all.set(name, newProgram(turn, party, byAgent));
  return (await all.get(name)) ?? null;
}

/** Connects a program by the code of a device. Returns null if a kill has cost the answer with its tokens. */
async function newProgram(turn: Turn, party: Party, byAgent: boolean): Promise<Program | null> {
  const scope = 'payments:read payments:move';
  const asked = await ask(turn, '/oauth/device/authorize', { client_id: client, scope });
  const { device_code: deviceCode, user_code: code } = JSON.parse(asked.text) as Record<string, string>;
  if (deviceCode === undefined || code === undefined) turn.fail('responses', 'a device has no code');
  turn.run.model.secrets.add(deviceCode);
  const cookie = await signInByMailbox(turn, party.email);
  const fields = { code, decision: 'allow', as: byAgent ? party.agent.id : 'user' };
  await browse(turn, { path: '/oauth/device', cookie, server, fields });
  const now = await readClock(turn);
  const given = await ask(turn, '/oauth/token', codeGrant(deviceCode));
  if (given.status !== 200 && turn.run.kills) return null;
  const actor = { party, userId: party.userId, agent: byAgent ? party.agent : null };
  const program = { deviceCode, refreshing: null, ...tokensIn(turn, given, now) };
  return { ...program, as: { key: program.key, ...actor } };
}

/** Has new tokens for a program. Its server is asked again after a kill: for a minute that is no second use. */
async function refresh(turn: Turn, program: Program): Promise<void> {
  program.refreshing ??= (async () => {
    const now = await readClock(turn);
    const { key, ...tokens } = tokensIn(turn, await ask(turn, '/oauth/token', refreshing(program)), now);
    Object.assign(program, tokens, { as: { ...program.as, key } });
    turn.record('refreshed');
  })().finally(() => {
    program.refreshing = null;
  });
  await program.refreshing;
}

function tokensIn(
  turn: Turn,
  { status, text }: HttpResponse,
  now: Date,
): { key: string; refreshToken: string; lastsUntil: Date } {
  if (status !== 200) turn.fail('G22', `a program has no tokens: ${status} ${text}`);
  const { access_token: key, refresh_token: refreshToken } = JSON.parse(text) as Record<string, string>;
  if (key === undefined || refreshToken === undefined) turn.fail('responses', 'an answer has no tokens');
  for (const secret of [key, refreshToken]) turn.run.model.secrets.add(secret);
  return { key, refreshToken, lastsUntil: new Date(now.getTime() + token_ms) };
}

const codeGrant = (deviceCode: string) => ({
  grant_type: deviceGrant,
  client_id: client,
  device_code: deviceCode,
});

const refreshing = ({ refreshToken }: Program) => ({
  grant_type: 'refresh_token',
  client_id: client,
  refresh_token: refreshToken,
});

function ask(turn: Turn, path: string, fields: Record<string, string>): Promise<HttpResponse> {
  return browse(turn, { path, fields, server });
}
