/** Returns rows as lines of a table under these headings, whose columns are two spaces apart. */
export function formatTable(
  headings: readonly string[],
  table: ReadonlyArray<readonly string[]>,
  isRight: (column: number) => boolean = () => false,
): string[] {
  const rows = [headings, ...table];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isRight(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Prints lines to standard output; nothing if there are none. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}
