import type { AuditCheck } from './audits/check.ts';
import { decisionChecks } from './audits/decisions.ts';
import { ledgerChecks } from './audits/ledger.ts';
import { limitChecks } from './audits/limits.ts';
import { moverChecks } from './audits/movers.ts';
import { recordChecks } from './audits/records.ts';
import { referenceChecks } from './audits/references.ts';

/** The checks of `npm run audit`, money first, then what is said about it, then the references. */
export const auditChecks: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...moverChecks,
  ...decisionChecks,
  ...limitChecks,
  ...recordChecks,
  ...referenceChecks,
];
