import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { listMails } from './list.ts';
import { mailShape } from './resource.ts';
import { mailboxQuery } from './schema.ts';

export const mailRoutes: Endpoint[] = [
  get('/simulations/mailbox', {
    summary: 'Read the mailbox',
    description:
      "Mail that the caller's party caused, and mail to its verified e-mail addresses, newest first. In a sandbox without a mail server it stays here instead of leaving.",
    response: listShape(mailShape),
    scope: 'party.read',
    sandboxOnly: true,
    query: mailboxQuery,
    run: (ctx, { query }) => listMails(ctx, query),
  }),
];
