import type { FoundViolation } from './run.ts';
import { redact } from './violation.ts';

/** Describes a violation: what was violated, when in the run, and the last exchanges of that operation. */
export function describeViolation(found: FoundViolation, seed: number): string {
  const { violation, afterOperations, client, turn, kind, exchanges } = found;
  const where = client < 0 ? '' : `, client ${client}, operation ${turn}: ${kind}`;
  return [
    `VIOLATION of ${violation.guarantee} after ${afterOperations} operations (seed ${seed}${where})`,
    redact(violation.message),
    ...exchanges.map((exchange) => `\n${exchange}`),
  ].join('\n');
}
