/** Counts the outcomes of each kind of operation. */
export type Statistics = {
  record: (kind: string, outcome: string) => void;
  counts: () => Map<string, Map<string, number>>;
};

export function newStatistics(): Statistics {
  const counts = new Map<string, Map<string, number>>();
  return {
    record: (kind, outcome) => {
      const outcomes = counts.get(kind) ?? new Map<string, number>();
      counts.set(kind, outcomes);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
    counts: () => counts,
  };
}

/** Returns one line per kind with its outcomes and their counts. */
export function describeCounts(counts: Map<string, Map<string, number>>): string {
  const kinds = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
  const width = Math.max(0, ...kinds.map(([kind]) => kind.length));
  return kinds
    .map(([kind, outcomes]) => {
      const sorted = [...outcomes].toSorted(([, a], [, b]) => b - a);
      return `${kind.padEnd(width)}  ${sorted.map(([outcome, count]) => `${count} ${outcome}`).join(' · ')}`;
    })
    .join('\n');
}
