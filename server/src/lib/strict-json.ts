const maxDepth = 32;
const maxValues = 2_000; // a batch of 100 entries has some hundreds

/**
 * The value of a number with a fraction or an exponent, which no amount may have. Schemas do not accept it as a number.
 */
const notAnInteger: unique symbol = Symbol('not an integer');

const integer = /^-?[0-9]+$/;

/**
 * Parses JSON more strictly than `JSON.parse`: it refuses duplicate names, `__proto__`, more than 32 levels and more
 * than 2,000 values, which schemas would take long to refuse one by one. It turns a number that is not written as an
 * integer into `notAnInteger`, before a float can round it. Throws SyntaxError.
 */
export function parseStrictJson(text: string): unknown {
  const { names, allIntegers } = inspect(text);
  const value: unknown = JSON.parse(text);
  // `JSON.parse` keeps only the last of several members with the same name, so fewer names remain.
  if (countNames(value) !== names) throw new SyntaxError('a duplicate name');
  if (allIntegers) return value;
  return JSON.parse(text, (_name, member: unknown, context?: { source?: string }) =>
    typeof member === 'number' && !integer.test(context?.source ?? '') ? notAnInteger : member,
  );
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [zero, nine, minus, point, upperE, lowerE] = [0x30, 0x39, 0x2d, 0x2e, 0x45, 0x65];

/**
 * Scans the text once: counts the names, and checks whether all numbers are written as integers. `JSON.parse` checks
 * the grammar, so the result for a text that is not JSON does not matter.
 */
function inspect(text: string): { names: number; allIntegers: boolean } {
  let [names, values, depth, inNumber, allIntegers] = [0, 0, 0, false, true];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      inNumber = false;
    } else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) throw new SyntaxError('nested too deeply');
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      inNumber = false;
    } else if (code === colon || code === comma) {
      if (code === colon) names += 1;
      else if (++values >= maxValues) throw new SyntaxError('too many values');
      inNumber = false;
    } else if ((code >= zero && code <= nine) || code === minus) {
      inNumber = true;
    } else if (inNumber && (code === point || code === lowerE || code === upperE)) {
      allIntegers = false;
    }
  }
  return { names, allIntegers };
}

/** Returns the index of the closing quote of the string that begins here; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0; // an odd number of backslashes
}

/** Counts the names in a value, at any depth. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Object.hasOwn(value, '__proto__')) throw new SyntaxError('a reserved name');
  const members: unknown[] = Object.values(value);
  return members.reduce(
    (sum: number, member) => sum + countNames(member),
    Array.isArray(value) ? 0 : members.length,
  );
}
