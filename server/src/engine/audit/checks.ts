import type { AuditCheck } from './check.ts';
import { decisionChecks } from './decisions.ts';
import { ledgerChecks } from './ledger.ts';
import { limitChecks } from './limits.ts';
import { moverChecks } from './movers.ts';
import { recordChecks } from './records.ts';
import { referenceChecks } from './references.ts';

/** The checks of `npm run audit`, money first, then what is said about it, then the references. */
export const auditChecks: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...moverChecks,
  ...decisionChecks,
  ...limitChecks,
  ...recordChecks,
  ...referenceChecks,
];
