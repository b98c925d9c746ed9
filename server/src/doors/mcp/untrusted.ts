import { withinLine } from '../../lib/text.ts';

const longest = 200; // characters
// Nobody sees these: controls, and the characters with which text can be hidden or turned around.
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const spaces = /\s+/gu;

/**
 * What people and programs outside of this server wrote. It stands under the name `untrusted` and nowhere else in a result:
 * a model is to read it as data. Each text is one line of at most 200 characters that somebody can see.
 */
export type Untrusted = { untrusted?: Record<string, string> };

/** Returns the texts that there are, cleaned; nothing if there are none. */
export function untrusted(texts: Readonly<Record<string, string | null | undefined>>): Untrusted {
  const shown = Object.entries(texts).flatMap(([name, text]): Array<[string, string]> => {
    const clean = cleaned(text ?? '');
    return clean === '' ? [] : [[name, clean]];
  });
  return shown.length === 0 ? {} : { untrusted: Object.fromEntries(shown) };
}

function cleaned(text: string): string {
  const line = withinLine(text.replaceAll(spaces, ' ').replaceAll(hidden, '')).trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
