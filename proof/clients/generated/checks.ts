import { fileURLToPath } from 'node:url';
import type { Tools } from './tools.ts';

/** What a check of the document gets. */
export type Subject = {
  tools: Tools;
  document: string;
  env: Readonly<Record<string, string>>;
  folder: string;
};

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
  schemathesis: async ({ tools, env, folder }) => {
    const args = ['--config-file', `${rules}schemathesis.toml`, 'run', `${env['PURSER_URL']}/openapi.json`];
    const hooks = {
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
      PYTHONPATH: rules,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const output = await tools.run(await tools.python('schemathesis'), args, {
      cwd: folder,
      env: { ...env, ...hooks },
    });
    return /(\d+) generated/.exec(output)?.[0] ?? 'no request';
  },
};

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
