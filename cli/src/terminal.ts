import { stdin, stdout, stderr } from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { exits, Stop } from './stop.ts';
import { inert } from './text.ts';

/** What a piece of text is for. Colour only stresses what the words say. */
export type Tone = 'good' | 'waits' | 'bad' | 'strong' | 'quiet';

const styles = { good: 'green', waits: 'yellow', bad: 'red', strong: 'bold', quiet: 'dim' } as const;

/** Where the program reads and writes: data to standard output, everything else to standard error. */
export type Terminal = {
  env: NodeJS.ProcessEnv;
  /** Whether a person reads what is written, in this many columns. */
  isTerminal: boolean;
  columns: number;
  /** Whether a person can be asked. */
  isInteractive: boolean;
  out: (text: string) => void;
  note: (text: string) => void;
  toned: (tone: Tone, text: string) => string;
  /** Asks a question that only `y` answers with yes. Throws `Stop` at Ctrl-C. */
  confirm: (question: string) => Promise<boolean>;
  /** Asks for a line. With `isSecret`, what is typed is not shown. */
  ask: (question: string, options?: { isSecret?: boolean }) => Promise<string>;
  /** Reads standard input to its end. */
  input: () => Promise<string>;
};

/** Returns a variable of the environment; null if it is unset or empty. */
export const variable = (env: NodeJS.ProcessEnv, name: string): string | null => env[name] || null;

/** Returns the terminal of this process. */
export function terminalOf(env: NodeJS.ProcessEnv): Terminal {
  const isTerminal = isatty(1);
  const isInteractive = isTerminal && isatty(0) && variable(env, 'CI') === null;
  const hasColour = isTerminal && variable(env, 'NO_COLOR') === null && env['TERM'] !== 'dumb';
  return {
    env,
    isTerminal,
    isInteractive,
    columns: stdout.columns ?? 80,
    out: (line) => void stdout.write(`${inert(line)}\n`),
    note: (line) => void stderr.write(`${inert(line)}\n`),
    toned: (tone, words) => (hasColour ? styleText(styles[tone], words) : words),
    confirm: async (question) =>
      /^y(?:es)?$/i.test((await askLine(`${inert(question)} [y/N] `, false)).trim()),
    ask: (question, { isSecret = false } = {}) => askLine(question, isSecret),
    input: () => text(stdin),
  };
}

async function askLine(question: string, isSecret: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true });
  if (isSecret) stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const end = (): void => {
        if (!isSecret) stderr.write('\n');
        reject(new Stop(exits.interrupted, 'interrupted', 'Nothing was done.'));
      };
      lines.once('SIGINT', end);
      lines.once('close', end);
      lines.question(isSecret ? '' : question, resolve);
    });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}
