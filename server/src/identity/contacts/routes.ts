import { type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { exampleTime, listShape, removedShape, singleShape } from '../../http/shapes.ts';
import { addContact } from './add.ts';
import { listContacts } from './list.ts';
import { removeContact } from './remove.ts';
import { contactShape, verifiedContactShape } from './resource.ts';
import { addContactAttributes, contactPath, contactsQuery, verifyContactAttributes } from './schema.ts';
import { verifyContact } from './verify.ts';

export const contactRoutes: Endpoint[] = [
  get('/parties/me/contacts', {
    summary: "List your party's addresses",
    description: `Returns the e-mail addresses and phone numbers of your party, verified and pending. Filter them by
\`type\`. A pending address whose token has expired is gone.`,
    scope: 'party.read',
    ownReads: 'refused',
    query: contactsQuery,
    response: listShape(contactShape),
    run: (ctx, { query }) => listContacts(ctx, query),
  }),
  post('/parties/me/contacts', {
    summary: 'Add an address to your party',
    description: `Adds an e-mail address or a phone number and sends a token to it, which is valid for 24 hours. The
address leads to your party once you send the token back. Adding a pending address again sends another token,
once a minute at most (429). A party has at most 50 verified addresses.`,
    scope: 'party.update',
    type: 'contact',
    attributes: addContactAttributes,
    example: { address: { type: 'email', value: 'office@example.com' } },
    status: 201,
    response: singleShape(contactShape),
    refuses: ['conflict'],
    run: (ctx, { attributes }) => addContact(ctx, attributes),
  }),
  post('/parties/me/contacts/:contactId/verify', {
    summary: 'Verify an address of your party',
    shows: { attributes: { status: 'VERIFIED', verifiedAt: exampleTime, expiresAt: null } },
    description: `Verifies a pending address with the token that was last sent to it. An address that another party has
verified is refused. What waits for the address is your party's from then on, as by a claim: \`meta.received\` says which
payments, and the money moves into its wallets; of many payments, some move soon after the response. What your party itself
has paid to the address goes back.`,
    scope: 'party.update',
    type: 'contact',
    params: contactPath,
    attributes: verifyContactAttributes,
    example: { token: 'EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLE0' },
    response: verifiedContactShape,
    refuses: ['contact_not_found', 'conflict'],
    run: (ctx, { params, attributes }) => verifyContact(ctx, params.contactId, attributes.token),
  }),
  remove('/parties/me/contacts/:contactId', {
    summary: 'Remove an address from your party',
    description: `Removes a verified or pending address: payments to it no longer reach your party. The last verified
one cannot be removed.`,
    scope: 'party.update',
    params: contactPath,
    response: removedShape(contactShape),
    refuses: ['contact_not_found', 'conflict'],
    run: (ctx, { params }) => removeContact(ctx, params.contactId),
  }),
];
