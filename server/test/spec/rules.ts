// How the tables in this folder describe values, and the comparison of values with them.

export type Kind =
  | { text: RegExp | null; expected: string }
  | { integer: true }
  | { boolean: true }
  | { words: readonly string[] }
  | { list: Rule }
  | { map: Rule }
  | { object: Rules }
  | { oneOf: readonly Rule[] };

/**
 * `null`: `both` for a value that is sometimes null, which the samples show both ways; `only` for a value that the
 * program cannot set yet; `never` for a value that may be null but is not in a sandbox.
 */
export type Rule = Kind & {
  null?: 'both' | 'only' | 'never';
  /** Not in the specification: a decision of this project. */
  beyond?: true;
  /** Absent from some responses. */
  maybe?: true;
};
export type Rules = Readonly<Record<string, Rule>>;

/** Returns the rules that a value breaks, each with its path; records which nullable values were null. */
export function faultsOf(value: unknown, rule: Rule, at: string, seen: Seen): string[] {
  if (rule.null) recordNull(seen, at, value);
  if (value === null) return rule.null && rule.null !== 'never' ? [] : [`${at} must not be null`];
  if (rule.null === 'only') return [`${at} must be null, but is ${JSON.stringify(value)}`];
  return faultsOfValue(value, rule, at, seen);
}

function faultsOfValue(value: unknown, rule: Rule, at: string, seen: Seen): string[] {
  const unless = (fits: boolean, expected: string): string[] =>
    fits ? [] : [`${at} must be ${expected}, but is ${JSON.stringify(value)}`];
  if ('integer' in rule) return unless(Number.isSafeInteger(value), 'an integer');
  if ('boolean' in rule) return unless(typeof value === 'boolean', 'true or false');
  if ('words' in rule) return unless(rule.words.includes(String(value)), `one of ${rule.words.join(', ')}`);
  if ('text' in rule)
    return unless(typeof value === 'string' && (rule.text?.test(value) ?? true), rule.expected);
  if ('list' in rule) {
    if (!Array.isArray(value)) return unless(false, 'a list');
    return value.flatMap((each) => faultsOf(each, rule.list, `${at}[]`, seen));
  }
  if ('map' in rule) {
    if (typeof value !== 'object' || Array.isArray(value)) return unless(false, 'an object');
    return Object.values(value ?? {}).flatMap((each) => faultsOf(each, rule.map, `${at}[]`, seen));
  }
  if ('oneOf' in rule) {
    const found = rule.oneOf.map((each) => faultsOf(value, each, at, seen));
    return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (typeof value !== 'object' || Array.isArray(value)) return unless(false, 'an object');
  return faultsOfObject(new Map(Object.entries(value ?? {})), rule.object, at, seen);
}

function faultsOfObject(found: Map<string, unknown>, rules: Rules, at: string, seen: Seen): string[] {
  const wanted = Object.entries(rules).flatMap(([name, rule]) => {
    if (found.has(name)) return faultsOf(found.get(name), rule, `${at}.${name}`, seen);
    return rule.maybe ? [] : [`${at}.${name} is missing`];
  });
  const extra = [...found.keys()].filter((name) => !Object.hasOwn(rules, name));
  return [...wanted, ...extra.map((name) => `${at}.${name} is in no table`)];
}

/** The cases seen of nullable values, by path. */
export type Seen = Map<string, Set<'null' | 'a value'>>;

function recordNull(seen: Seen, at: string, value: unknown): void {
  const whats = seen.get(at) ?? new Set();
  seen.set(at, whats.add(value === null ? 'null' : 'a value'));
}

/** Returns, by path, the nullable values that the samples did not show both ways. */
export function unseen(rule: Rule, at: string, seen: Seen): string[] {
  const missing = ['null', 'a value'].filter((what) => rule.null === 'both' && !has(seen, at, what));
  const here = missing.map((what) => `${at} was never ${what}`);
  if ('list' in rule) return [...here, ...unseen(rule.list, `${at}[]`, seen)];
  if ('oneOf' in rule) return [...here, ...rule.oneOf.flatMap((each) => unseen(each, at, seen))];
  if (!('object' in rule)) return here;
  const inside = Object.entries(rule.object).flatMap(([name, each]) => unseen(each, `${at}.${name}`, seen));
  return [...here, ...inside];
}

function has(seen: Seen, at: string, what: string): boolean {
  return [...(seen.get(at) ?? [])].some((each) => each === what);
}
