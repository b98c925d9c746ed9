import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('an error is logged with its name and place, never with the row that PostgreSQL quotes', () => {
  const logger = new URL('../../src/start/logger.ts', import.meta.url).pathname;
  const script = `
    import { createLog } from '${logger}';
    const log = createLog('info');
    const detail = 'Key (value)=(someone@example.com) already exists.';
    log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail }) }, 'request failed');
    log.flush();
  `;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(stderr)).toMatchObject({
    msg: 'request failed',
    err: { code: '23505', message: 'duplicate key' },
  });
  expect(stderr).not.toContain('someone@example.com');
});
