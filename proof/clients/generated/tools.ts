import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type RunOptions } from '../../support/run-command.ts';

/** The tools, each with its exact version. They are installed into a scratch folder when a check needs them. */
export const versions = {
  npm: {
    '@hey-api/openapi-ts': '0.95.0',
    '@redocly/cli': '2.77.0',
    '@stoplight/spectral-cli': '6.16.3',
    '@types/node': '24.10.1',
    'openapi-fetch': '0.17.0',
    'openapi-typescript': '7.13.0',
    typescript: '5.9.3',
  },
  python: ['schemathesis==4.32.5', 'openapi-python-client==0.29.1'],
  openApiGenerator: '7.25.0',
} as const;

/** A folder with tools, installed once per run. */
export type Tools = {
  /** Runs a command and returns its output. Throws an error with its output if it fails. */
  run: (command: string, args: readonly string[], options?: RunOptions) => Promise<string>;
  /** Returns the path of a program from npm; installs them all first. */
  npm: (program: string) => Promise<string>;
  /** Returns the path of a program of the Python environment; installs its packages first. */
  python: (program: string) => Promise<string>;
  /** Generates a client with the OpenAPI Generator. */
  openApiGenerator: (generator: string, document: string, target: string, options?: string) => Promise<void>;
};

/** Returns the tools in this folder. None is installed yet. */
export function toolsIn(folder: string): Tools {
  const installNpm = once(async () => {
    const home = join(folder, 'npm');
    await unlessInstalled(home, versions.npm, async () => {
      await writeFile(join(home, 'package.json'), JSON.stringify({ dependencies: versions.npm }));
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home });
    });
    return join(home, 'node_modules/.bin');
  });
  const installPython = once(async () => {
    const home = join(folder, 'python');
    await unlessInstalled(home, versions.python, async () => {
      await run('python3', ['-m', 'venv', home]);
      await run(join(home, 'bin/pip'), ['install', '--quiet', ...versions.python]);
    });
    return join(home, 'bin');
  });
  const installGenerator = once(async () => {
    const home = join(folder, 'java');
    const artifact = `org.openapitools:openapi-generator-cli:${versions.openApiGenerator}`;
    const target = [`-Dartifact=${artifact}`, `-DoutputDirectory=${home}`];
    await unlessInstalled(home, artifact, () =>
      run('mvn', ['--quiet', '--batch-mode', 'dependency:copy', ...target], { cwd: home }),
    );
    return join(home, `openapi-generator-cli-${versions.openApiGenerator}.jar`);
  });
  return {
    run,
    npm: async (program) => join(await installNpm(), program),
    python: async (program) => join(await installPython(), program),
    openApiGenerator: async (generator, document, target, options) => {
      const args = ['generate', '-g', generator, '-i', document, '-o', target];
      if (options !== undefined) args.push('--additional-properties', options);
      await run('java', ['-jar', await installGenerator(), ...args]);
    },
  };
}

/** Does the work, unless it was done in this folder for the same versions. */
async function unlessInstalled(home: string, wanted: unknown, work: () => Promise<unknown>): Promise<void> {
  const [stamp, text] = [join(home, 'purser-installed.json'), JSON.stringify(wanted)];
  if ((await readFile(stamp, 'utf8').catch(() => '')) === text) return;
  await mkdir(home, { recursive: true });
  await work();
  await writeFile(stamp, text);
}

/** Returns a function that does the work at its first call, and has the same result at every other. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
