import type { Program } from '../../context.ts';
import type { Seat } from '../../identity/sign-in/queries.ts';
import { publicId } from '../../lib/id.ts';
import { hrefTo } from './document.ts';
import { type Content, h, plainUserText } from './element.ts';

/** Returns the form by which a person acts for another party, and goes on at a path; else on the page of the account. */
export function partySwitch(program: Program, seats: readonly Seat[], to: string | null): Content {
  const options = seats.map(({ partyId, partyName }) =>
    h('option', { key: partyId, value: publicId('pty', partyId), dir: 'auto' }, plainUserText(partyName)),
  );
  return h(
    'form',
    { key: 'form', method: 'post', action: hrefTo(program, '/account/party') },
    to === null ? null : h('input', { type: 'hidden', name: 'to', value: to }),
    h('label', { htmlFor: 'partyId' }, 'Party'),
    h('select', { id: 'partyId', name: 'partyId' }, ...options),
    h('button', { className: 'second' }, 'Switch'),
  );
}
