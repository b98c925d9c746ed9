import { newId } from '../../src/lib/id.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { main, testServer } from '../support/server.ts';
import { listOf, orNull, seconds, text } from '../support/shapes.ts';
import { contactShape } from '../support/shapes-parties.ts';
import { newEmail, path } from './contact-calls.ts';
import { uuidOf } from './support.ts';

const server = testServer();

checkEndpoint(`GET ${path}`, server, {
  alsoHas: ['POST'],
  scope: 'party.read',
  response: listOf(contactShape(text, { verifiedAt: orNull(seconds), expiresAt: orNull(seconds) })),
});

checkList(`GET ${path}`, server, {
  more: async (count) => {
    // More than a party can verify itself.
    const insert = `INSERT INTO contacts (id, kind, value, party_id, verified_at, created_at)
      VALUES ($1, 'email', $2, $3, now(), now())`;
    for (let left = count; left > 0; left -= 1)
      await server.sql(insert, newId('con'), newEmail(), uuidOf(main.partyId));
  },
  otherList: '/customers',
});
