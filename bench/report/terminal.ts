/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line of columns. */
export function printCells(cells: readonly string[]): void {
  print(cells.map((cell) => cell.padStart(15)).join(' '));
}

let shownAt_ms = 0;

/** Shows the progress of a long step: on a terminal in one line, elsewhere as a new line every ten seconds. */
export function showProgress(what: string, done: number, all: number): void {
  const isTerminal = process.stdout.isTTY;
  const isLast = done >= all;
  if (!isLast && performance.now() - shownAt_ms < (isTerminal ? 200 : 10_000)) return;
  shownAt_ms = performance.now();
  const text = `${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`;
  process.stdout.write(isTerminal && !isLast ? `\r  ${text}` : `${isTerminal ? '\r' : ''}  ${text}\n`);
}
