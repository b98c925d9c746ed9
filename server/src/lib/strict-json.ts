const maxDepth = 32;

/** A number that is spelled with a fraction or an exponent: no amount may be, so schemas see it as no number. */
export const notAnInteger: unique symbol = Symbol('not an integer');

// One token: a string, a bracket, a colon or comma, a run of anything else (number, true, false, null), or the quote
// of a string that never ends. That last one ends the walk: looking for more ends from every quote would be quadratic.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+|"/gs;
const integer = /^-?[0-9]+$/;
const looksLikeNumber = /^-?[0-9]/;

/**
 * JSON as a payments service must read it. Beyond `JSON.parse`: duplicate names and `__proto__` are refused, at
 * most 32 levels, and a number not spelled as an integer becomes `notAnInteger` before a float can round it.
 * Throws SyntaxError.
 */
export function parseStrictJson(text: string): unknown {
  const allIntegers = inspect(text);
  return allIntegers
    ? JSON.parse(text)
    : JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && !integer.test(context?.source ?? '') ? notAnInteger : value,
      );
}

/** Walks the tokens once. Grammar is left to JSON.parse; says whether every number is spelled as an integer. */
function inspect(text: string): boolean {
  const open: Array<Set<string> | null> = []; // a set of names for an object, null for an array
  let previous = '';
  let lastString = '';
  let allIntegers = true;
  for (const [word] of text.matchAll(token)) {
    if (word === '{' || word === '[') {
      if (open.push(word === '{' ? new Set() : null) > maxDepth) throw new SyntaxError('nested too deeply');
    } else if (word === '}' || word === ']') {
      open.pop();
    } else if (word === ':') {
      if (previous === '"') noteName(open.at(-1), lastString);
    } else if (word === '"') {
      throw new SyntaxError('a string without an end');
    } else if (word.startsWith('"')) {
      lastString = word;
    } else if (looksLikeNumber.test(word) && !integer.test(word)) {
      allIntegers = false;
    }
    previous = word.charAt(0);
  }
  return allIntegers;
}

function noteName(names: Set<string> | null | undefined, quoted: string): void {
  const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  if (name === '__proto__') throw new SyntaxError('a reserved name');
  if (names?.has(name)) throw new SyntaxError('a duplicate name');
  names?.add(name);
}
