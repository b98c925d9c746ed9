/** How often each kind of operation ended how. */
export type Statistics = {
  note: (kind: string, ending: string) => void;
  counts: () => Map<string, Map<string, number>>;
};

export function newStatistics(): Statistics {
  const counts = new Map<string, Map<string, number>>();
  return {
    note: (kind, ending) => {
      const endings = counts.get(kind) ?? new Map<string, number>();
      counts.set(kind, endings);
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    },
    counts: () => counts,
  };
}

/** A line per kind: how often, and how it ended. */
export function describeCounts(counts: Map<string, Map<string, number>>): string {
  const kinds = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
  const width = Math.max(0, ...kinds.map(([kind]) => kind.length));
  return kinds
    .map(([kind, endings]) => {
      const sorted = [...endings].toSorted(([, a], [, b]) => b - a);
      return `${kind.padEnd(width)}  ${sorted.map(([ending, count]) => `${count} ${ending}`).join(' · ')}`;
    })
    .join('\n');
}
