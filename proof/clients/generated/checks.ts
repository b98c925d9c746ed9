import { fileURLToPath } from 'node:url';
import { stopProgram } from '../../support/program.ts';
import { prepareServer } from './server.ts';
import type { Tools } from './tools.ts';

/** What a check of the document gets. */
export type Subject = { tools: Tools; document: string; folder: string };

/** Checks the document, and returns what was measured. Throws if the tool finds anything. */
export type Check = (subject: Subject) => Promise<string>;

const rules = fileURLToPath(new URL('rules/', import.meta.url));

/** The tools that judge the document, by name. */
export const checks: Readonly<Record<string, Check>> = {
  redocly: async ({ tools, document }) => {
    const config = ['--config', `${rules}redocly.yaml`, '--max-problems', '1000'];
    await tools.run(await tools.npm('redocly'), ['lint', document, ...config], { env: quiet });
    return '0 errors, 0 warnings';
  },
  spectral: async ({ tools, document }) => {
    const config = ['--ruleset', `${rules}spectral.yaml`, '--fail-severity', 'hint'];
    await tools.run(await tools.npm('spectral'), ['lint', document, ...config]);
    return '0 errors, 0 warnings';
  },
  // It cancels, revokes and moves the clock, so it has a server of its own.
  schemathesis: async ({ tools, folder }) => {
    const { program, env } = await prepareServer();
    const args = ['--config-file', `${rules}schemathesis.toml`, 'run', `${env['PURSER_URL']}/openapi.json`];
    const hooks = {
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
      PYTHONPATH: rules,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const options = { cwd: folder, env: { ...env, ...hooks } };
    try {
      const output = await tools.run(await tools.python('schemathesis'), args, options);
      return /(\d+) generated/.exec(output)?.[0] ?? 'no request';
    } finally {
      await stopProgram(program);
    }
  },
};

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
