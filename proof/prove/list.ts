import type { Mutant } from './mutant.ts';
import { auditLogMutants } from './mutants/audit-log.ts';
import { authorityMutants } from './mutants/authority.ts';
import { freezeMutants } from './mutants/freezes.ts';
import { keyMutants } from './mutants/keys.ts';
import { limitMutants } from './mutants/limits.ts';
import { memberMutants } from './mutants/members.ts';
import { moneyMutants } from './mutants/money.ts';
import { neighbourMutants } from './mutants/neighbours.ts';
import { recipientMutants } from './mutants/recipients.ts';
import { ruleMutants } from './mutants/rules.ts';
import { standbyMutants } from './mutants/standby.ts';
import { takenAwayMutants } from './mutants/taken-away.ts';
import { tenantMutants } from './mutants/tenants.ts';

/** All mutants: builds that are broken on purpose. */
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...keyMutants,
  ...limitMutants,
  ...ruleMutants,
  ...tenantMutants,
  ...recipientMutants,
  ...authorityMutants,
  ...takenAwayMutants,
  ...memberMutants,
  ...freezeMutants,
  ...auditLogMutants,
  ...standbyMutants,
  ...neighbourMutants,
];
