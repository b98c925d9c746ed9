import type { Context, Program } from '../../context.ts';
import { findPerson } from '../../identity/sign-in/queries.ts';
import { hrefTo } from './document.ts';
import { type Content, h } from './element.ts';
import { buttonForm } from './forms.ts';

/** Returns the form that sends a fresh link, which leads back to `path`: what is asked needs a sign-in of just now. */
export async function freshSignIn(
  program: Program,
  session: Context,
  { path, action }: { path: string; action: string },
): Promise<Content> {
  const person = await findPerson(session.db, session.actor.userId);
  const values = { email: person?.email ?? '', to: path };
  return h(
    'div',
    { key: 'fresh', className: 'note' },
    h('p', null, `${action}, show that you still read your mail: you signed in more than ten minutes ago.`),
    buttonForm(hrefTo(program, '/sign-in'), values, 'Send me a fresh link'),
  );
}
