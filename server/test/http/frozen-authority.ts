import { frozenRules, type FrozenWrite, id, nothingSent } from './frozen.ts';

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
      {
        attributes: { agentId: id('agt'), expiresAt: '2027-01-01T00:00:00Z' },
        fingerprint: '292811b3ebe2c28fe77a51a16fa3ef1672c5e9abaae16c1c9b84b8636b63a720',
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
      {
        attributes: { name: 'Petty cash', walletIds: [id('wal')] },
        fingerprint: '48bd3208789fab8ccdf69d7f23894e5cc64de24b324d95772b26a868115f541e',
      },
      {
        attributes: { name: 'Petty cash', reads: 'own' },
        fingerprint: '2607584b4010e212a06c7809f7a9641642e5b9a288f99b60abcca5ef0a57e1d8',
      },
    ],
  },
  'PATCH /agents/:agentId': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: {
          name: 'Petty cash',
          description: 'Buys stamps',
          limits: { perTransaction: 10_000, perDay: 20_000, perMonth: 30_000 },
        },
        fingerprint: '4c35b6454c48fb10d360be9f3d7fa9dd2c8ae7f5e6734512f303f8fd08c46857',
      },
      {
        attributes: { name: 'Petty cash', description: null, limits: null },
        fingerprint: 'dbebed35c579903315d02adb9baec88a2792c56a335b87fcf7f921e2aeebfaf5',
      },
      {
        attributes: { tags: { order: '1001', Branch_9: null } },
        fingerprint: 'c3cf903e509333c7f60a3f90e3d034e09046d2ad58b791a9c0dd4630c919a503',
      },
      {
        attributes: { rules: frozenRules },
        fingerprint: '385669f3e05b88493d64587649b35221d6ed03e53f0cca0ac4fbe3e26f333065',
      },
      {
        attributes: { reads: 'own' },
        fingerprint: '86d149299fd956f7ec67cd89d6935e080f8668ffb8321973dcd4a8425bdcf3f6',
      },
      {
        attributes: { rules: null },
        fingerprint: '4b74b47fbcdb3bb9179bceb36871cb465c5e7eafab989358f3a6b699db2dc216',
      },
      {
        attributes: { walletIds: [id('wal')] },
        fingerprint: 'cfa627ee7025b83b1d0d5ca178ccbb8c9b715e831d27092901ec53b53499c662',
      },
      {
        attributes: { walletIds: null },
        fingerprint: '6cefa35eabb87d895e9d8d13836e9f12c8a17d752f4107291bc5b0b6ed114778',
      },
    ],
  },
  'PATCH /delegations/:delegationId': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: {
          permissions: ['payments.read'],
          agents: [
            { agentId: id('agt'), permissions: ['payments.read'], limits: { perTransaction: 10_000 } },
          ],
        },
        fingerprint: '6b3110794c9ba9908d163dd21af0c25a695010fc95bb60d80a031c843599902e',
      },
      {
        attributes: { agents: [{ agentId: id('agt'), limits: null }] },
        fingerprint: 'd33eee6a1927a9fce8e8dac895aff7464cc98e01089b5babfd4a36a7872cce7e',
      },
      {
        attributes: { agents: [{ agentId: id('agt'), rules: frozenRules }] },
        fingerprint: '5905ab635812cf94c8495aad4ff7419657d691c15fc5323039b7f3e4fac4a1de',
      },
    ],
  },
  'POST /agents/:agentId/suspend': nothingSent,
  'POST /agents/:agentId/resume': nothingSent,
  'DELETE /agents/:agentId': nothingSent,
  'POST /api-keys/:apiKeyId/rotate': {
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
  'DELETE /api-keys/:apiKeyId': nothingSent,
  'DELETE /oauth-grants/:oauthGrantId': nothingSent,
};
