import { existsSync } from 'node:fs';

const places = [process.env['PURSER_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The browser of this machine; null if it has none. Then the browser tests are left out, and `npm test` says so. */
export const chromiumPath: string | null =
  places.find((path) => path !== undefined && existsSync(path)) ?? null;
