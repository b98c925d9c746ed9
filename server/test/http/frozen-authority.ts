import { frozenRules, id, nothingSent } from './frozen.ts';
import type { FrozenWrite } from './frozen.ts';

/** The requests of the writes on agents and keys. */
export const frozenAuthority: Readonly<Record<string, FrozenWrite>> = {
  'POST /agent-keys': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { agentId: id('agt') },
        fingerprint: '152f638699763ed4c5864727e79e82ddf0be187de5ef417fdd92ac32db1f904b',
      },
    ],
  },
  'POST /agent-keys/:agentKeyId/rotate': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { expiresInSeconds: 3600 },
        fingerprint: 'b028881545a595647705382bee08af90104bbb3e41b7c4bcb347a7db60f6d778',
      },
    ],
  },
  'DELETE /agent-keys/:agentKeyId': nothingSent,
  'POST /agents': {
    least: {
      attributes: { name: 'Petty cash' },
      fingerprint: 'f28de7962fd23dd3fed57d95e68a180f78d0d372dce7d01e22e7e0ecadf3b2ff',
    },
    full: [
      {
        attributes: {
          name: 'Petty cash',
          description: 'Buys stamps',
          limits: { perTransaction: 10_000, perDay: 20_000, perMonth: 30_000 },
          tags: { order: '1001', Branch_9: 'Zürich' },
        },
        fingerprint: '0d4b0199300dcbc3064e08cccf5c09cc996f823d0551e1031cc8816304ff351e',
      },
      {
        attributes: { name: 'Petty cash', rules: frozenRules },
        fingerprint: 'fb0ac5133a3ed4fd59894bf994be31646b4ec8020c376c222600b824e28bd5f5',
      },
    ],
  },
  'POST /agents/:agentId/suspend': nothingSent,
  'POST /agents/:agentId/resume': nothingSent,
  'DELETE /agents/:agentId': nothingSent,
  'DELETE /api-keys/:apiKeyId': nothingSent,
};
