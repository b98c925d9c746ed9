import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { errorTable } from '../src/errors.ts';

/** Where the page is. */
export const errorsDoc = new URL('../../docs/errors.md', import.meta.url);

/** The page about error codes, made from the one table of them. */
export function errorsPage(): string {
  const lines = Object.entries(errorTable).map(
    ([code, { status, title, meaning }]) =>
      `| ${status} | \`${code}\` | ${title} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return `${head}${lines.join('\n')}\n`;
}

const head = `# Error codes

<!-- Made from server/src/errors.ts by \`npm run docs:errors\`. Do not edit by hand. -->

Every error has this form, with one entry per fault found:

\`\`\`json
{
  "errors": [
    {
      "status": "422",
      "code": "invalid_value",
      "title": "Invalid value",
      "detail": "\`amount\` is required.",
      "source": { "pointer": "/data/attributes/amount" },
      "links": { "about": "http://127.0.0.1:8080/errors/invalid_value" },
      "meta": { "supportId": "req_…" }
    }
  ]
}
\`\`\`

- \`code\` is stable: decide by it. \`title\` and \`detail\` are for people and may change.
- \`source\` is a \`pointer\` into the body, a path or query \`parameter\`, or a \`header\`. It is absent where no single
  place is at fault.
- No text repeats a value that was sent.
- \`meta.supportId\` is the \`Request-Id\` of the answer, and the \`requestId\` in the log.
- \`links.about\` opens the code's page on this server; \`/errors\` lists them all.
- 429 and 503 always come with \`Retry-After\`, in seconds. 429 means that the caller sends too much, 503 that the
  server cannot do it now. After \`outcome_unknown\` repeat a write only with the idempotency key that it had.
- A refused request is not remembered under its \`Idempotency-Key\`: correct it and send it with the same key.

A request is checked in this order, and the first kind of fault ends it: room for one more request (503), credential
(401), the caller's rate (429, ahead of a 401), headers, path and query
(400), permission (403), length and type of the body (413, 415), the body itself (400, 422), the acting agent (404),
then what the operation finds (404, 409, 422). A finished request with the same \`Idempotency-Key\` is replayed before
the operation looks at anything.

| Status | Code | Title | Meaning |
|---|---|---|---|
`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(errorsDoc, errorsPage());
