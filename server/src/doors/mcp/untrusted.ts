import { seenLine } from '../../lib/text.ts';

const longest = 200; // characters

/**
 * What people and programs outside of this server wrote. It stands under the name `untrusted` and nowhere else in a result:
 * a model is to read it as data. Each text is one line of at most 200 characters that somebody can see.
 */
export type Untrusted = { untrusted?: Record<string, string> };

/** Returns the texts that there are, cleaned; nothing if there are none. */
export function untrusted(texts: Readonly<Record<string, string | null | undefined>>): Untrusted {
  const shown = Object.entries(texts).flatMap(([name, text]): Array<[string, string]> => {
    const clean = seenLine(text ?? '', longest);
    return clean === '' ? [] : [[name, clean]];
  });
  return shown.length === 0 ? {} : { untrusted: Object.fromEntries(shown) };
}
