#!/usr/bin/env node
// The command: plain JavaScript, so that an older Node is told what is wrong instead of failing at some line.
import { existsSync, readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const words = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const built = new URL('../dist/main.js', import.meta.url);

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else if (major < 20 || (major === 20 && minor < 12)) {
  process.stderr.write(`purser needs Node 20.12 or newer; this is ${process.version}.\n`);
  process.exitCode = 1;
} else if (!existsSync(built)) {
  process.stderr.write('purser is not built: run `npm ci`, or `node cli/scripts/build.js`, in the clone.\n');
  process.exitCode = 1;
} else {
  const { main } = await import(built);
  process.exitCode = await main(words, process.env, version);
  process.stdin.unref?.();
}
