/**
 * Shows a proof's progress: on a terminal in one line that is overwritten, elsewhere as a new line every ten seconds.
 */
export function progressLine(): { show: (text: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  const interval_ms = isTerminal ? 200 : 10_000;
  let last_ms = 0;
  let shown = 0;
  return {
    show: (text) => {
      if (performance.now() - last_ms < interval_ms) return;
      last_ms = performance.now();
      process.stderr.write(isTerminal ? `\r${text.padEnd(shown)}` : `${text}\n`);
      shown = text.length;
    },
    end: () => {
      if (isTerminal && shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
      shown = 0;
    },
  };
}
