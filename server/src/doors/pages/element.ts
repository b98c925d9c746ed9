import { createElement, type ReactNode } from 'react';
import { withinLine } from '../../lib/text.ts';
import { isoSeconds, readableTime } from '../../lib/time.ts';

/** Builds an element. React escapes every text and attribute, so that no page has to do it. */
export const h = createElement;

export type Content = ReactNode;

const longestShown = 500;

/**
 * Returns text that a user wrote as an element that isolates its writing direction, without characters that could break
 * out of the isolation or end the line, and at most 500 characters of it.
 */
export function userText(text: string): Content {
  return h('bdi', null, plainUserText(text));
}

/** Returns the same as text alone, for what can hold no element: an option or a button. */
export function plainUserText(text: string): string {
  const characters = Array.from(withinLine(text));
  const shown = characters.length > longestShown ? [...characters.slice(0, longestShown), '…'] : characters;
  return shown.join('');
}

/** Returns the box that has all of a short page. */
export function card(...content: readonly Content[]): Content {
  return h('div', { className: 'card' }, ...content);
}

export function problemText(detail: string): Content {
  return h('p', { key: 'problem', className: 'bad', role: 'alert' }, ...withCode(detail));
}

/** Returns a time for people and programs. */
export function timeOf(time: Date): Content {
  return h('time', { dateTime: isoSeconds(time) }, readableTime(time));
}

/** Returns a term with what is known of it, as rows of a list of facts. */
export function fact(term: string, ...values: readonly Content[]): Content {
  return h('div', { key: term }, h('dt', null, term), ...values.map((value) => h('dd', null, value)));
}

export function facts(...rows: readonly Content[]): Content {
  return h('dl', null, ...rows);
}

/** Returns the texts with what stands between backquotes as code: every second piece is. */
export function withCode(text: string): Content[] {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? h('code', { key: index }, piece) : piece));
}
