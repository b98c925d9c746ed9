import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, underLock } from '../src/files.ts';
import { readAccess, removeProfile, storeProfile } from '../src/profiles.ts';

const url = 'http://127.0.0.1:4';
const apiKey = `sk_pur_sandbox_${'a'.repeat(39)}`;
let env: { XDG_CONFIG_HOME: string };

beforeEach(async () => {
  env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'purser-profiles-')) };
});
afterEach(() => rm(env.XDG_CONFIG_HOME, { recursive: true, force: true }));

/** Replaces a file of the user, readable by its owner only. */
const write = async (file: 'config' | 'credentials', text: string): Promise<void> =>
  writeFile(filesOf(env)[file], text, { mode: 0o600 });

describe('the files of a user', () => {
  it('keep every profile when programs sign in at once, and leave no lock behind', async () => {
    const names = Array.from({ length: 12 }, (_each, index) => `p${index}`);
    await Promise.all(names.map((name) => storeProfile(env, name, { url }, apiKey)));
    for (const name of names)
      expect(await readAccess(env, name)).toMatchObject({ url, apiKey, refusal: null });
    expect((await readdir(filesOf(env).folder)).toSorted()).toEqual(['config.json', 'credentials.json']);
    expect(await removeProfile(env, 'p1')).toEqual({ url, login: null });
    expect(await removeProfile(env, 'constructor')).toBeNull();
  });

  it('are changed by one program at a time, also after one that died with the lock', async () => {
    const path = `${filesOf(env).credentials}.lock`;
    let [inside, most, done] = [0, 0, 0];
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await readdir(filesOf(env).folder);
      inside -= 1;
      done += 1;
      // this one dies: its lock stays, by a process that is none
      if (done % 5 === 0)
        await writeFile(path, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), id: `${done}` }));
    };
    await Promise.all(Array.from({ length: 20 }, () => underLock(env, work)));
    expect([done, most]).toEqual([20, 1]);
    await underLock(env, () => Promise.resolve());
    expect(await readdir(filesOf(env).folder)).toEqual([]);
  });

  it.each(['', '{', 'null', '[]', '5', '{"profiles":null}', '{"profiles":{"default":{"url":"ftp://x"}}}'])(
    'send no key anywhere if the addresses are %j',
    async (text) => {
      await storeProfile(env, 'default', { url }, apiKey);
      await write('config', text);
      const { apiKey: used, refusal } = await readAccess({ ...env, PURSER_URL: url }, undefined);
      expect([used, refusal]).toEqual([null, expect.objectContaining({ code: 'unreadable_file' })]);
      const given = { ...env, PURSER_URL: url, PURSER_API_KEY: apiKey };
      expect(await readAccess(given, undefined)).toMatchObject({ apiKey, url, refusal: null });
    },
  );

  it.each(['null', '[]', '5', '{"default":null}', '{"default":{"apiKey":5}}'])(
    'are damaged if the keys are %j',
    async (text) => {
      await storeProfile(env, 'default', { url }, apiKey);
      await write('credentials', text);
      expect(await readAccess(env, undefined)).toMatchObject({
        apiKey: null,
        refusal: { code: 'unreadable_file', exit: 2 },
      });
    },
  );

  it('send no key whose server they do not name', async () => {
    await storeProfile(env, 'default', { url }, apiKey);
    await write('config', '{"profiles":{}}');
    expect(await readAccess(env, undefined)).toMatchObject({
      apiKey: null,
      refusal: { code: 'key_without_server', exit: 3, next: 'purser login --profile default' },
    });
  });

  it('may be links to what is private, and not to what others read', async () => {
    await storeProfile(env, 'default', { url }, apiKey);
    const { credentials } = filesOf(env);
    const kept = join(env.XDG_CONFIG_HOME, 'kept');
    await mkdir(kept, { mode: 0o700 });
    await rename(credentials, join(kept, 'private'));
    await symlink(join(kept, 'private'), credentials);
    expect(await readAccess(env, undefined)).toMatchObject({ apiKey, refusal: null });
    await writeFile(join(kept, 'open'), await readFile(join(kept, 'private')), { mode: 0o644 });
    await rm(credentials);
    await symlink(join(kept, 'open'), credentials);
    expect(await readAccess(env, undefined)).toMatchObject({
      apiKey: null,
      refusal: { code: 'keys_not_private' },
    });
  });

  it('an address that is none is refused where it was typed', async () => {
    await expect(readAccess({ ...env, PURSER_URL: 'purser.example.com' }, undefined)).rejects.toThrow(
      'PURSER_URL must be an address',
    );
  });
});
