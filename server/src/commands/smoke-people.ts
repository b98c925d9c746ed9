import { randomUUID } from 'node:crypto';

/** A valid request. Its path is a route's; `as` is the key (default: the main party's). */
export type Probe = { route: string; query?: Ids; send?: object; as?: string; ids?: Ids };

/** The values of a route's parameters: ids from earlier responses, by type. */
export type Ids = Record<string, string>;

/** The requests about a party, its members and the invitations to it. */
export function peopleProbes(): Probe[] {
  return [
    { route: 'GET /parties/me' },
    { route: 'PATCH /parties/me', send: {} },
    invited(),
    { route: 'GET /party-invitations' },
    { route: 'DELETE /party-invitations/:invitationId' },
    invited(),
    ...mailRead,
    { route: 'POST /party-invitations/:token/accept', send: { name: 'Smoke' } },
    { route: 'GET /parties/me/members' },
    { route: 'PATCH /parties/me/members/:userId', send: { role: 'ADMIN' } },
    { route: 'DELETE /parties/me/members/:userId' },
    invited(),
    ...mailRead,
    { route: 'POST /party-invitations/:token/decline' },
    { route: 'GET /parties/me/contacts' },
    { route: 'POST /parties/me/contacts', send: { address: { type: 'email', value: newEmail() } } },
    ...mailRead,
    { route: 'POST /parties/me/contacts/:contactId/verify', send: { token: ':token' } },
    { route: 'DELETE /parties/me/contacts/:contactId' },
  ];
}

function invited(): Probe {
  const send = { invitations: [{ email: newEmail(), role: 'MEMBER' }] };
  return { route: 'POST /party-invitations', send };
}

function newEmail(): string {
  return `smoke-${randomUUID()}@example.com`;
}

/** Reads the newest mail, which is sent before the clock has moved. */
const mailRead: readonly Probe[] = [
  { route: 'POST /simulations/clock/advance', send: { seconds: 1 } },
  { route: 'GET /simulations/mailbox' },
];
