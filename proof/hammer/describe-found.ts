import type { Found } from './run.ts';
import { redact } from './violation.ts';

/** The violation for people: what, where in the run, and the exchanges of that operation. */
export function describeFound(found: Found, seed: number): string {
  const { violation, afterOperations, client, turn, kind, exchanges } = found;
  const where = client < 0 ? '' : `, client ${client}, its operation ${turn}: ${kind}`;
  return [
    `VIOLATION of ${violation.promised} after ${afterOperations} operations (seed ${seed}${where})`,
    redact(violation.message),
    ...exchanges.map((exchange) => `\n${exchange}`),
  ].join('\n');
}
