import { z } from 'zod';
import { idShape, secondsShape } from './shapes.ts';

/** Returns the shape of the first characters of an API key (`sk`), which may be a browser session (`ss`), or an agent key. */
export function keyPrefixShape(kind: 'sk' | 'ak') {
  return z
    .string()
    .regex(new RegExp(`^${kind === 'sk' ? 's[ks]' : kind}_pur_(sandbox|prod)_[0-9A-Za-z]{8}$`, 'u'))
    .meta({
      description: 'The first characters of the key, by which people can tell keys apart.',
      examples: [`${kind}_pur_sandbox_EXAMPLE0`],
    });
}

/** Until when the key works that a rotation replaces. */
export const previousKeyExpiresAt = secondsShape.nullable().meta({
  description: 'Until when the previous key works. Null if it was revoked at once.',
  examples: [null],
});

/** What every key shows of its use and its end. */
export const keyHistory = {
  lastUsedAt: secondsShape
    .nullable()
    .meta({ description: 'Accurate to one minute. Null if the key was never used.', examples: [null] }),
  rotatedAt: secondsShape.nullable().meta({
    description: 'When a rotation replaced it by another key; null if none has.',
    examples: [null],
  }),
  revokedAt: secondsShape.nullable().meta({ examples: [null] }),
  createdBy: idShape('usr'),
  revokedBy: idShape('usr')
    .nullable()
    .meta({
      description: 'Null if the key is not revoked, or the operator has revoked it.',
      examples: [null],
    }),
};
