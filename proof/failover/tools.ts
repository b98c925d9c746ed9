import { execFile } from 'node:child_process';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasCode } from '../../server/src/db/failures.ts';
import { Usage } from '../support/run.ts';

/** The programs of a cluster. */
export type Tools = {
  /** The folder with PostgreSQL's programs. */
  postgres: string;
  etcd: string;
  patroni: string;
  /** The folder of the shared libraries that PostgreSQL's programs need. */
  libraries: string;
};

const run = promisify(execFile);
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
// The system's own C library has to stay: an unpacked one does not fit the system's loader.
const neverUnpacked = /^libc6/;

/**
 * Returns the programs in a folder, which it fills first if it is empty: PostgreSQL and etcd from the packages of this
 * Debian release, Patroni from PyPI in a virtual environment. Installs nothing on the machine and needs no root. Throws
 * Usage on a machine that is not Debian, or lacks python3-venv.
 */
export async function fetchTools(folder: string, show: (text: string) => void): Promise<Tools> {
  const done = join(folder, 'complete');
  const version = await postgresVersion();
  if (!(await exists(done))) {
    show('downloading packages of PostgreSQL and etcd');
    await unpackDebian(folder, [
      `postgresql-${version}`,
      `postgresql-client-${version}`,
      'libpq5',
      'etcd-server',
    ]);
    show('installing Patroni');
    await installPython(join(folder, 'python'));
    await writeFile(done, '');
  }
  const root = join(folder, 'debian');
  const triplet = (await readdir(join(root, 'usr/lib'))).find((name) => name.endsWith('-linux-gnu')) ?? '';
  return {
    postgres: join(root, `usr/lib/postgresql/${version}/bin`),
    etcd: join(root, 'usr/bin/etcd'),
    patroni: join(folder, 'python/bin/patroni'),
    libraries: join(root, 'usr/lib', triplet),
  };
}

/** Returns the major version of PostgreSQL in this Debian release. */
async function postgresVersion(): Promise<string> {
  const listing = await command('apt-cache', ['depends', 'postgresql']);
  const version = /Depends: postgresql-(\d+)/.exec(listing)?.[1];
  if (version === undefined)
    throw new Usage('There are no lists of Debian packages here: run apt-get update first.');
  return version;
}

/** Downloads packages, and the packages that they need and this machine lacks, and unpacks them. */
async function unpackDebian(folder: string, packages: readonly string[]): Promise<void> {
  const downloads = join(folder, 'packages');
  await mkdir(downloads, { recursive: true });
  const simulated = await command('apt-get', [
    '--simulate',
    '--no-install-recommends',
    'install',
    ...packages,
  ]);
  const needed = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  const names = new Set([...packages, ...needed.filter((name) => !neverUnpacked.test(name))]);
  await command('apt-get', ['download', ...names], downloads);
  for (const file of await readdir(downloads))
    await command('dpkg', ['--extract', join(downloads, file), join(folder, 'debian')]);
}

/** Installs Patroni with Debian's Python: the database's user may not be able to read another one. */
async function installPython(folder: string): Promise<void> {
  await command('/usr/bin/python3', ['-m', 'venv', folder]);
  await command(join(folder, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
}

async function command(program: string, args: readonly string[], cwd = '/'): Promise<string> {
  try {
    return (await run(program, args, { cwd, maxBuffer: 16 * 1024 * 1024 })).stdout;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new Usage(`${program} is missing: this proof needs Debian.`);
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
