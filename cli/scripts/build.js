// Builds the command with all that it needs into one file. `npm ci` runs it; plain JavaScript, since npm may run an older Node.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder = fileURLToPath(new URL('../dist', import.meta.url))] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the bundler; null where it is not installed, as after `npm ci --omit=dev`. */
async function bundler() {
  try {
    return await import('rolldown');
  } catch {
    return null;
  }
}

const found = await bundler();
if (found === null) {
  process.stdout.write('The command `purser` is not built: rolldown is not installed.\n');
} else {
  await rm(folder, { recursive: true, force: true });
  const bundle = await found.rolldown({
    input: here('../src/main.ts'),
    platform: 'node',
    external: /^node:/,
  });
  await bundle.write({ file: join(folder, 'main.js'), format: 'esm', minify: true });
  await bundle.close();
}
