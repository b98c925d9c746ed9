import { z } from 'zod';
import { pageQuery } from '../http/fields.ts';

export const mailboxQuery = z.object(pageQuery(50));
