import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { errorTable } from '../src/errors.ts';

/** The location of the page. */
export const errorsDoc = new URL('../../docs/errors.md', import.meta.url);

/** Returns the page about error codes, generated from the table in the code. */
export function errorsPage(): string {
  const lines = Object.entries(errorTable).map(
    ([code, { status, title, meaning }]) =>
      `| ${status} | \`${code}\` | ${title} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return `${head}${lines.join('\n')}\n`;
}

const head = `# Error codes

<!-- Generated from server/src/errors.ts by \`npm run docs:errors\`. Do not edit by hand. -->

Every error response has this form, with one entry per fault:

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

- \`code\` is stable: use it in programs. \`title\` and \`detail\` are for people and may change.
- \`source\` is a \`pointer\` into the body, a path or query \`parameter\`, or a \`header\`. It is absent where no single
  part of the request is at fault.
- No text repeats a value from the request.
- \`meta.supportId\` is the \`Request-Id\` of the response, and the \`requestId\` in the log.
- \`links.about\` is the page of the code on this server; \`/errors\` lists all codes.
- 429 and 503 always have a \`Retry-After\` header, in seconds. 429 means that the client sends too many requests, 503
  that the server cannot process the request now. After \`outcome_unknown\`, retry a write only with the idempotency
  key that it had.
- A refusal is not stored under its \`Idempotency-Key\`: correct the request and send it with the same key.

A request is checked in this order, and the first kind of fault ends it: admission control (503), credential (401),
the actor's rate limit (429, before a 401), headers, path and query (400), permission (403), length and type of the
body (413, 415), its arrival (408; 429 and 503 again), the body itself (400, 422), the acting agent (404), then the
state that the operation finds (404, 409, 422). The stored response of a completed request with the same
\`Idempotency-Key\` is replayed before the operation checks anything.

| Status | Code | Title | Meaning |
|---|---|---|---|
`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(errorsDoc, errorsPage());
