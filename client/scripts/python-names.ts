import { pythonName } from '../../server/src/http/openapi/library-names.ts';
import { type Member, type ObjectType, pascal, type Type } from './model.ts';

/** Returns the members that have different names in Python: what the API shows under two spellings comes once. */
export const distinct = (members: readonly Member[]): Member[] =>
  [...new Map(members.toReversed().map((each) => [pythonName(each.name), each])).values()].toReversed();

type Root = { name: string; type: Type };
type Place = { type: ObjectType; names: Set<string> };

/**
 * The names of objects that have none in the document: of the place where they stand, such as `PaymentApproval`; if the
 * same stands in several places, of what these have in common. A reference has the name of what it leads to.
 */
export class Shapes {
  #places = new Map<string, Place>();
  #named: ReadonlyMap<string, string> = new Map();
  readonly #suffix: string;

  /** `taken` are the names that nothing else may have. */
  constructor(roots: readonly Root[], taken: ReadonlySet<string>, suffix: string) {
    this.#suffix = suffix;
    for (let before = ''; ;) {
      this.#places = new Map();
      for (const { name, type } of roots) this.#look(type, name, true);
      this.#named = this.#chosen(new Set(taken));
      const now = JSON.stringify([...this.#named]);
      if (now === before) break;
      before = now; // what stands within an object that has a name now is named after it
    }
    const names = [...taken, ...this.all().map(({ name }) => name)];
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    if (twice.length > 0) throw new Error(`several types would be named ${twice.join(', ')}`);
  }

  /** Returns the name of an object that stands here. */
  nameOf(type: ObjectType, place: string): string {
    return `${this.#placeOf(type, place)}${this.#suffix}`;
  }

  /** Returns all objects with their names, sorted. */
  all(): Array<{ name: string; place: string; type: ObjectType }> {
    const found = [...this.#places.values()].flatMap(({ type, names }) =>
      [...new Set([...names].map((place) => this.#placeOf(type, place)))].map((place) => ({
        name: `${place}${this.#suffix}`,
        place,
        type,
      })),
    );
    return found.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  #placeOf(type: ObjectType, place: string): string {
    return this.#named.get(JSON.stringify(type)) ?? place;
  }

  #look(type: Type, place: string, isRoot = false): void {
    if (type.kind === 'union')
      for (const each of type.of) this.#look(each, placeAmong(place, each, type), isRoot);
    if (type.kind === 'list' || type.kind === 'map') this.#look(type.of, isRoot ? place : singular(place));
    if (type.kind !== 'object' || type.isOpen) return;
    if (!isRoot) {
      const key = JSON.stringify(type);
      const known = this.#places.get(key) ?? { type, names: new Set() };
      this.#places.set(key, known);
      known.names.add(place);
    }
    const own = isRoot ? place : this.#placeOf(type, place);
    for (const each of type.members) this.#look(each.type, placeIn(own, each.name));
  }

  /** Returns the places after which objects are named that stand in several; those that stand in most choose first. */
  #chosen(taken: Set<string>): Map<string, string> {
    const named = new Map<string, string>();
    const several = [...this.#places].toSorted(([, one], [, other]) => other.names.size - one.names.size);
    for (const [key, { type, names }] of several) {
      const place = referenceTo(type) ?? (names.size === 1 ? '' : commonEnd([...names]));
      if (place === '' || taken.has(`${place}${this.#suffix}`)) continue;
      taken.add(`${place}${this.#suffix}`);
      named.set(key, place);
    }
    return named;
  }
}

/** Returns the name of an object that only says what it leads to; null for every other one. */
function referenceTo({ members }: ObjectType): string | null {
  const kind = members.find(({ name }) => name === 'object')?.type;
  const isReference = members.length === 2 && members.some(({ name }) => name === 'id');
  return isReference && kind?.kind === 'literal' ? `${pascal(String(kind.value))}Reference` : null;
}

/** Returns the place of one of several types: where several are objects, each has a word of its own. */
export function placeAmong(place: string, type: Type, union: Extract<Type, { kind: 'union' }>): string {
  if (type.kind !== 'object' || union.of.filter(({ kind }) => kind === 'object').length < 2) return place;
  const mark = type.members.find((each) => each.type.kind === 'literal')?.type;
  return `${place}${pascal(mark?.kind === 'literal' ? String(mark.value) : (type.members[0]?.name ?? ''))}`;
}

/** Returns the name of what stands in an object under this name. */
export const placeIn = (place: string, name: string): string =>
  `${place}${pascal(
    pythonName(name)
      .replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
      .replace(/_$/, ''),
  )}`;

/** Returns the name of one of several. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}

/** Returns the words with which all names end. */
function commonEnd(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.match(/[A-Z][a-z0-9]*/g) ?? []);
  let count = 0;
  while (count < first.length && others.every((each) => each.at(-1 - count) === first.at(-1 - count)))
    count += 1;
  return count === 0 ? '' : first.slice(-count).join('');
}
