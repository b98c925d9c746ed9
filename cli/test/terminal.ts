import { spawn } from '@lydell/node-pty';

/** What to type when these words have appeared, or what to do then with what is on the screen. */
export type Answer = readonly [words: string, typed: string | ((screen: string) => void)];
export type Shown = { code: number; screen: string; raw: string };

/** Runs a program in a pseudo-terminal of this width, typing the answers in their order, to its end. */
export function runInTerminal(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { columns = 80, answers = [] }: { columns?: number; answers?: readonly Answer[] } = {},
): Promise<Shown> {
  const { PATH = '' } = process.env;
  const terminal = spawn(process.execPath, [...words], {
    name: 'xterm-256color',
    cols: columns,
    rows: 50,
    env: { PATH, TERM: 'xterm-256color', ...env },
  });
  const left = [...answers];
  let raw = '';
  let seen = 0;
  terminal.onData((data) => {
    raw += data;
    const [next] = left;
    if (next === undefined || !raw.slice(seen).includes(next[0])) return;
    seen = raw.length;
    left.shift();
    if (typeof next[1] === 'string') terminal.write(next[1]);
    else next[1](plain(raw));
  });
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, raw, screen: plain(raw) }));
  });
}

/** Returns what is written, without colours and other control sequences. */
const plain = (raw: string): string =>
  raw.replaceAll(new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]`, 'g'), '').replaceAll('\r', '');
