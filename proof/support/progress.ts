/**
 * A line that says how far a proof has come: written over itself on a terminal; elsewhere a line of its own every ten
 * seconds.
 */
export function progressLine(): { show: (text: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  const every_ms = isTerminal ? 200 : 10_000;
  let last_ms = 0;
  let shown = 0;
  return {
    show: (text) => {
      if (performance.now() - last_ms < every_ms) return;
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
