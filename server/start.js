// The entry is plain JavaScript, so that an older Node can read it and say what is wrong.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Purser runs on Node 24 or newer, and this is ${process.version}. On Linux, "npm ci" brings its own; elsewhere install it.\n`,
  );
  process.exit(1);
}
await import('./src/main.ts');
