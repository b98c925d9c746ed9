import { type Mutant, seenIn } from '../mutant.ts';

const turns = seenIn('server/test/flows/mail-turns.test.ts');
const strangers = seenIn(
  'server/test/flows/strangers-text.test.ts',
  'server/test/gateways/smtp.test.ts',
  'server/test/lib/csv.test.ts',
);
const caughtBy = ['responses'] as const;
const text = 'server/src/lib/text.ts';

/** Faults in how many mails leave, and in what the text of strangers does in them, on pages and in CSV. */
export const mailMutants: readonly Mutant[] = [
  {
    name: 'mails-unbounded',
    fault: 'mails about money that waits go to one recipient without a bound',
    caughtBy,
    patches: [
      [
        'server/src/engine/store/store-journal.ts',
        'const isWithheld = `earlier.count + ${before} >= ${maxMailsPerHour}`;',
        'const isWithheld = `earlier.count + ${before} < 0`;',
      ],
    ],
    ...turns,
  },
  {
    name: 'recipients-unlocked',
    fault: 'simultaneous requests to one recipient do not count each other',
    caughtBy,
    patches: [
      [
        'server/src/engine/plain-writes/enqueue-mail.ts',
        'const locked = toAddresses.lock(tx, asked);',
        'const locked = Promise.resolve();',
      ],
    ],
    ...turns,
  },
  {
    name: 'mails-bounded-for-ever',
    fault: 'the mails of a party to a recipient count for longer than an hour',
    caughtBy,
    patches: [
      [
        'server/src/engine/store/store-journal.ts',
        "`${now} - interval '1 hour'`",
        "`${now} - interval '1 day'`",
      ],
      [
        'server/src/engine/plain-writes/enqueue-mail.ts',
        'const hour_ms = 3_600_000;',
        'const hour_ms = 24 * 3_600_000;',
      ],
    ],
    ...turns,
  },
  {
    name: 'text-turned-around',
    fault: 'the text of a stranger turns the direction of what stands beside it',
    caughtBy,
    patches: [[text, "text.replaceAll(directions, '')", 'text']],
    ...strangers,
  },
  {
    name: 'text-overdrawn',
    fault: 'marks on a letter of a stranger draw over other lines',
    caughtBy,
    patches: [[text, ".replaceAll(manyMarks, '$1')", '']],
    ...strangers,
  },
  {
    name: 'names-as-links',
    fault: 'mail programs make links of the names of strangers',
    caughtBy,
    patches: [[text, ".replaceAll(dotsInDomain, '$& ')", '']],
    ...strangers,
  },
  {
    name: 'encoded-words-in-subjects',
    fault: 'mail programs decode what a stranger wrote into the subject',
    caughtBy,
    patches: [['server/src/gateways/smtp.ts', ".replaceAll(encodedWord, '= ?')", '']],
    ...strangers,
  },
];
