import { writeFile } from 'node:fs/promises';

/** A row of a proof's final table. */
export type Row = { promise: string; asked: string; measured: string; holds: boolean };

/** Prints the table; where `file` is given, writes the rows and all other figures to it as JSON. */
export async function report(rows: readonly Row[], file: string | undefined, figures: object): Promise<void> {
  process.stdout.write(`\n${tableOf(rows)}\n`);
  if (file !== undefined) await writeFile(file, `${JSON.stringify({ rows, ...figures }, null, 2)}\n`);
}

/** Returns the rows as a text table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.holds ? 'ok' : 'FAILED', row.promise, row.asked, row.measured]);
  return columnsOf([['', 'guarantee', 'required', 'measured'], ...cells]);
}

/** Returns lines of cells as text, each column as wide as its widest cell. */
export function columnsOf(lines: ReadonlyArray<readonly string[]>): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((each) => each[column]?.length ?? 0)),
  );
  return lines
    .map((each) =>
      each
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
