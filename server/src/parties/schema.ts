import { z } from 'zod';
import { limitsField } from '../http/limits.ts';

export const partyLimitsAttributes = z.strictObject({ limits: limitsField }, 'must be an object');
