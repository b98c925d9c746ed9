import { type FrozenWrite, nothingSent } from './frozen.ts';

const url = 'https://example.com/purser';
const range = { createdAfter: '2026-11-21T00:00:00Z', createdBefore: '2026-11-22T00:00:00Z' };

/** The requests about webhooks. */
export const frozenWebhooks: Readonly<Record<string, FrozenWrite>> = {
  'POST /webhooks': {
    least: {
      attributes: { url, enabledEvents: ['*'] },
      fingerprint: '0d7d62815b6ad1b9ada855e3e6f745bebb2b99c51b8437300af67b07052a84bd',
    },
    full: [
      {
        attributes: {
          url,
          enabledEvents: ['payment.completed', 'payment.returned'],
          description: 'Bookkeeping',
          sources: ['own'],
          tags: { order: '1001', Branch_9: 'Zürich' },
        },
        fingerprint: '9f87bc41918bfaaa9f42473a1b6fe90482bd5f423869effe41f7f4a2e3917775',
      },
    ],
  },
  'PATCH /webhooks/:webhookId': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: {
          url,
          enabledEvents: ['payment.completed'],
          description: null,
          sources: ['own'],
          status: 'DISABLED',
          tags: { order: '1001', Branch_9: null },
        },
        fingerprint: '781e3f73eaaab0445b7f39550922694972b3afdd529bdd3871d32422908833d0',
      },
    ],
  },
  'DELETE /webhooks/:webhookId': nothingSent,
  'POST /webhooks/:webhookId/rotate-secret': {
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
  'POST /webhooks/:webhookId/test': nothingSent,
  'POST /webhooks/:webhookId/events/:eventId/redeliver': nothingSent,
  'POST /webhooks/:webhookId/redeliver': {
    least: {
      attributes: range,
      fingerprint: 'c1ccb74213dd0c0318e291417d8280b9835a08bc29ae52da1ada7eca36d8884d',
    },
    full: [
      { attributes: range, fingerprint: 'c1ccb74213dd0c0318e291417d8280b9835a08bc29ae52da1ada7eca36d8884d' },
    ],
  },
};
