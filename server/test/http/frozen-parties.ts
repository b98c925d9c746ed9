import { frozenRules, type FrozenWrite, nothingSent } from './frozen.ts';

/** The requests about a party and who acts for it. */
export const frozenParties: Readonly<Record<string, FrozenWrite>> = {
  'PATCH /parties/me': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { name: 'Bücher am Markt' },
        fingerprint: 'c29a452655feeb4b65681b14db889ac607fff525444baa7efabd6d3a7215f8c5',
      },
      {
        attributes: { displayName: 'Bücher am Markt' },
        fingerprint: '437165ac73b000fb0e595043e3494c0f21786d61c14f72dd59746ef9783018d9',
      },
      {
        attributes: {
          agentDefaults: { limits: { perTransaction: 5_000, perDay: null }, rules: frozenRules },
        },
        fingerprint: '922590c21a8fdbb7f1d1f45d06e502f881b4d4d95b200f4491de0b6dd78703a4',
      },
    ],
  },
  'POST /parties/me/contacts': {
    least: {
      attributes: { address: { type: 'email', value: 'casey@example.com' } },
      fingerprint: 'b463c68ac2e22afa928e9666a348849d73bee6218b00936e262690d2a4b5653a',
    },
    full: [
      {
        attributes: { address: { type: 'phone', value: '+14155550123' } },
        fingerprint: 'bcf60878016f5726219b851ce5a819c17412beace0f82b5998c74b4371c2033b',
      },
    ],
  },
  'POST /parties/me/contacts/:contactId/verify': {
    least: {
      attributes: { token: 'A'.repeat(32) },
      fingerprint: '8db9b7c62d97922e23999172bf07c4b76c06189a569ffd7a503e8da8795f2602',
    },
    full: [
      {
        attributes: { token: 'B'.repeat(32) },
        fingerprint: 'b54f8de166674b8f40a03c3cadbc155a988ccb491b8f96820e422bf6e4058daa',
      },
    ],
  },
  'DELETE /parties/me/contacts/:contactId': nothingSent,
  'PATCH /parties/me/members/:userId': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { role: 'ADMIN' },
        fingerprint: 'ee7f0020e976087e8ca858050c17dd76f4ba97f136188ee29f840b3af1b8cc00',
      },
    ],
  },
  'DELETE /parties/me/members/:userId': nothingSent,
  'POST /parties/me/freeze': nothingSent,
  'POST /parties/me/unfreeze': nothingSent,
  'PUT /parties/me/limits': {
    least: {
      attributes: { limits: {} },
      fingerprint: 'cd9e97661ad7073dd0aa4617c6bd0bbfc92e171c721b128ccf26881e4d8ecc35',
    },
    full: [
      {
        attributes: { limits: { perTransaction: 10_000, perDay: 20_000, perMonth: 30_000 } },
        fingerprint: '2f0c70393de4210763ef2053ac212cc981e3f4c223778bef40241f92e7e3c274',
      },
      {
        attributes: { perTransaction: 10_000, perDay: 20_000, perMonth: 30_000, currency: 'USD' },
        fingerprint: 'e0f7c9aea05ba29bdf2aa230b2d839c13ead9d722d078a1fe13fd92f3498e864',
      },
      {
        attributes: { limits: null },
        fingerprint: '6f533e86c1dd41b992f18ff0b6d7ea7d45a1bfbe65fac9d0391a7be431d348a8',
      },
    ],
  },
  'DELETE /parties/me/limits': nothingSent,
  'DELETE /party-invitations/:invitationId': nothingSent,
  'POST /party-invitations/:token/accept': {
    least: {
      attributes: { name: 'Avery' },
      fingerprint: 'c1304e862717c811d471810835c893dd23387f849b67a7c813b0b86823afcc39',
    },
    full: [
      {
        attributes: { name: 'Avery', apiKeyName: 'Key of Zürich' },
        fingerprint: '02944f5aa025f8c8bab368272353b6f0d7567f7c5ab58206ca4c31a8a6948f40',
      },
    ],
  },
  'POST /party-invitations/:token/decline': nothingSent,
};
