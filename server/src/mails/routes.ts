import { type Endpoint, get } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { mailShape } from './resource.ts';
import { mailboxQuery } from './schema.ts';
import { page } from '../http/pages.ts';
import { readableKinds } from './readable-kinds.ts';
import { listMailsBefore } from './queries.ts';
import { mailResource } from './view.ts';

export const mailRoutes: Endpoint[] = [
  get('/simulations/mailbox', {
    summary: 'List mail in the mailbox',
    description: `Returns the mail that your party caused and the mail to its verified addresses, newest first, and so are
text messages to phone numbers. A message whose token answers something is shown only to a caller who could have caused
it: \`invite.create\` for invitations to a party, \`delegations.create\` for those to customers, \`payments.create\` for
claims and \`party.update\` for addresses. Neither an agent nor a key that expires sees invitations. Without a mail
server, the sandbox keeps mail here instead of sending it; text messages it always keeps.`,
    response: listShape(mailShape),
    scope: 'party.read',
    ownReads: 'refused',
    sandboxOnly: true,
    query: mailboxQuery,
    run: (ctx, { query }) =>
      page(
        ctx,
        'mails',
        query,
        (db, asked) => listMailsBefore(db, { ...asked, kinds: readableKinds(ctx.actor) }),
        mailResource,
      ),
  }),
];
