import { beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../support/programs.ts';
import { testServer } from '../support/server.ts';
import {
  countCurls,
  documentedAddress,
  missing,
  promisesOf,
  readDocument,
  type Received,
  runSession,
  sessionBlocks,
} from './shell-session.ts';

/** The documents with commands, and the payment that each makes once, whatever it repeats. */
const documents = [
  { name: 'README.md', description: 'Coffee beans', amount: 25_000 },
  { name: 'docs/tour.md', description: 'Coffee beans', amount: 1_250 },
  { name: 'docs/tutorial.md', description: 'Invoice 2026-114', amount: 42_000 },
];

describe.skipIf(!hasProgram('bash') || !hasProgram('curl')).each(documents)(
  'the commands of $name',
  (document) => {
    const server = testServer({ PURSER_WEBHOOKS_TO_LOOPBACK: 'true' });
    let blocks: string[];
    let responses: Received[];

    beforeAll(async () => {
      blocks = sessionBlocks(await readDocument(document.name));
      responses = await runSession(server, blocks);
    });

    it('each state their response', () => {
      const asking = blocks.filter((block) => countCurls([block]) > 0);
      expect(asking.length).toBeGreaterThan(0);
      for (const block of asking) expect(promisesOf(block)).toHaveLength(countCurls([block]));
    });

    it('return what the document states', () => {
      const promises = blocks.flatMap(promisesOf);
      const nothing: Received = { status: 0, headers: '', text: '' };
      const absent = promises.map((promise, index) => missing(promise, responses[index] ?? nothing));
      expect(responses.map(({ status }) => status)).toEqual(promises.map(({ status }) => status));
      expect(absent).toEqual(promises.map(() => []));
    });

    it('make this payment once, even if its command is repeated', async () => {
      const { description, amount } = document;
      const rows = await server.sql<{ count: bigint }>`SELECT count(*) FROM payments
      WHERE status = 'COMPLETED' AND description = ${description} AND amount = ${amount}`;
      expect(rows).toEqual([{ count: 1n }]);
    });
  },
);

describe('the documentation', () => {
  it('uses the default address of the server and no other', async () => {
    for (const { name } of documents) {
      const text = (await readDocument(name)).replace('https://www.standardwebhooks.com', '');
      const addresses = new Set(text.match(/https?:\/\/[^/\s'"]+/g));
      addresses.delete('http://127.0.0.1:9000'); // of the tutorial's receiver
      expect([name, ...addresses]).toEqual([name, documentedAddress]);
    }
  });
});
