import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tools } from './tools.ts';

/** What the generator of a client gets. */
export type Job = {
  tools: Tools;
  /** The path of the document. */
  document: string;
  /** An empty folder for the client. */
  folder: string;
  /** The server's URL, the key and the payee, as environment variables of the client's program. */
  env: Readonly<Record<string, string>>;
};

/** Generates and compiles a client, runs its program, and returns the program's output. */
export type Client = (job: Job) => Promise<string>;

const programs = fileURLToPath(new URL('programs/', import.meta.url));

/** The generated clients, by the name of their generator. */
export const clients: Readonly<Record<string, Client>> = {
  'openapi-typescript': async (job) => {
    const types = join(job.folder, 'document.d.ts');
    await job.tools.run(await job.tools.npm('openapi-typescript'), [job.document, '-o', types]);
    return runTypeScript(job, 'openapi-fetch.ts');
  },
  'hey-api': async (job) => {
    const target = ['-i', job.document, '-o', join(job.folder, 'client'), '-c', '@hey-api/client-fetch'];
    await job.tools.run(await job.tools.npm('openapi-ts'), target, { cwd: job.folder });
    return runTypeScript(job, 'hey-api.ts');
  },
  'typescript-fetch': async (job) => {
    await job.tools.openApiGenerator('typescript-fetch', job.document, join(job.folder, 'client'));
    return runTypeScript(job, 'typescript-fetch.ts');
  },
  'openapi-python-client': async (job) => {
    const { tools, document, folder } = job;
    const target = ['--path', document, '--output-path', join(folder, 'client')];
    await tools.run(await tools.python('openapi-python-client'), ['generate', '--meta', 'setup', ...target]);
    return runPython(job, 'openapi_python_client.py');
  },
  python: async (job) => {
    await job.tools.openApiGenerator('python', job.document, join(job.folder, 'client'));
    return runPython(job, 'openapi_generator.py');
  },
  java: async ({ tools, document, folder, env }) => {
    // One builder per operation: otherwise each new parameter of a query changes the signature of a method.
    await tools.openApiGenerator('java', document, folder, 'useSingleRequestParameter=true');
    await copyFile(join(programs, 'Pay.java'), join(folder, 'src/main/java/Pay.java'));
    const goals = ['compile', 'dependency:copy-dependencies'];
    await tools.run('mvn', ['--quiet', '--batch-mode', ...goals], { cwd: folder });
    const classes = ['target/classes', 'target/dependency/*'].map((path) => join(folder, path)).join(':');
    return tools.run('java', ['-cp', classes, 'Pay'], { env });
  },
  go: async ({ tools, document, folder, env }) => {
    await tools.openApiGenerator('go', document, folder);
    await mkdir(join(folder, 'pay'));
    await copyFile(join(programs, 'pay.go'), join(folder, 'pay/main.go'));
    await tools.run('go', ['mod', 'tidy'], { cwd: folder });
    await tools.run('go', ['vet', '.', './pay'], { cwd: folder });
    return tools.run('go', ['run', './pay'], { cwd: folder, env });
  },
};

/** Compiles a program with the client in strict mode, and runs it. */
async function runTypeScript({ tools, folder, env }: Job, program: string): Promise<string> {
  const compiler = await tools.npm('tsc');
  await copyFile(join(programs, program), join(folder, 'pay.ts'));
  await symlink(dirname(dirname(compiler)), join(folder, 'node_modules'));
  const compilerOptions = {
    strict: true,
    module: 'commonjs',
    moduleResolution: 'node10',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    skipLibCheck: true,
    esModuleInterop: true,
    outDir: 'out',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['pay.ts'] }));
  await tools.run(compiler, ['--project', folder]);
  return tools.run(process.execPath, [join(folder, 'out/pay.js')], { env });
}

/** Installs the client into a folder of its own, compiles it, and runs a program with it. */
async function runPython({ tools, folder, env }: Job, program: string): Promise<string> {
  const modules = join(folder, 'modules');
  const target = ['--quiet', '--target', modules, join(folder, 'client')];
  await tools.run(await tools.python('pip'), ['install', ...target]);
  const python = await tools.python('python');
  await tools.run(python, ['-m', 'compileall', '-q', join(folder, 'client')]);
  return tools.run(python, [join(programs, program)], { env: { ...env, PYTHONPATH: modules } });
}
