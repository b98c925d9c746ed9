import { z } from 'zod';
import { type Id, parseId } from '../../lib/id.ts';

/** The path of what an agent reads of itself: a key of an agent knows no id. */
export const agentOrMePath = z.object({
  agentId: z
    .string('must be `me` or an id that starts with agt_')
    .meta({
      pattern: '^(?:me|agt_[0-9a-f]{32})$',
      description: 'An id, `agt_` and 32 hexadecimal digits in lower case; or `me`, the agent that acts.',
    })
    .transform((text, check): Id<'agt'> | 'me' => {
      const id = text === 'me' ? text : parseId('agt', text);
      if (id) return id;
      check.issues.push({
        code: 'custom',
        input: text,
        message: 'must be `me`, or agt_ and 32 lower-case hex digits',
      });
      return z.NEVER;
    }),
});
