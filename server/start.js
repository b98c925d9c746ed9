// The entry is plain JavaScript, so that an older Node can read it and say what is wrong.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Purser runs on Node 24 or newer, and this is ${process.version}. On Linux, "npm ci" brings its own; elsewhere install it.\n`,
  );
  process.exit(1);
}
// The second start finds TypeScript compiled already: half the time to load, and a seventh less memory. Where the folder
// cannot be written nothing is kept, and nothing is lost.
const { enableCompileCache, flushCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/purser', import.meta.url)));
process.env.NODE_ENV ??= 'production'; // React checks a page at length otherwise
await import('./src/main.ts');
flushCompileCache();
