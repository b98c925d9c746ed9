import { type FrozenWrite, id, nothingSent } from './frozen.ts';

const tags = { order: '1001', Branch_9: 'Zürich' };

/** The requests about wallets and the money between them. */
export const frozenWallets: Readonly<Record<string, FrozenWrite>> = {
  'POST /wallets': {
    least: {
      attributes: { displayName: 'Petty cash' },
      fingerprint: '1e8f5a23d1e47cd698b81728ee3353f3fe2c0156204ca38d186f10fd4bab54e1',
    },
    full: [
      {
        attributes: { displayName: 'Petty cash', currency: 'EUR', tags },
        fingerprint: '4fd90e48e155c90f09a3bec5cc2c45575e9353e895663abfdaa2bc23d0977206',
      },
    ],
  },
  'PATCH /wallets/:walletId': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { displayName: 'Petty cash', tags: { order: '1001', Branch_9: null } },
        fingerprint: '151916076caa88d06b303dd2ed5bd22a39a4ea74f7287accdafa62cf3c4f6880',
      },
    ],
  },
  'POST /wallets/:walletId/default': nothingSent,
  'POST /wallets/:walletId/freeze': nothingSent,
  'POST /wallets/:walletId/unfreeze': nothingSent,
  'DELETE /wallets/:walletId': nothingSent,
  'POST /transfers/deposit': {
    least: {
      attributes: { amount: 100, externalAccountId: id('eac') },
      fingerprint: '94e02f28fb8e4b243b3072afd4def407de3a416dda38a50c61cc6fb38eaa43a9',
    },
    full: [
      {
        attributes: {
          amount: 50_000,
          currency: 'EUR',
          externalAccountId: id('eac'),
          walletId: id('wal'),
          description: 'Working capital',
          tags,
        },
        fingerprint: 'd49b274a5a7e99e54f4bfff2df55273b3b58f262e98751ce2901881cfe6d973a',
      },
    ],
  },
  'POST /simulations/deposits': {
    least: {
      attributes: { amount: 1 },
      fingerprint: '42f32d27cd0565e283f67d2956826f9bff89d2a594b7f7a1821ee04fa1c04afc',
    },
    full: [
      {
        attributes: { amount: 50_000, currency: 'EUR', walletId: id('wal'), description: 'From outside' },
        fingerprint: '120aa9fc047e0aea93478fe5794d4ead96cae402cb52f08ea25dd1516be2a2c2',
      },
    ],
  },
  'POST /simulations/transfers/:transferId/settle': nothingSent,
  'POST /simulations/transfers/:transferId/fail': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { code: 'R02' },
        fingerprint: '033d37bbaf93f8886d92ded42829e406b48305ffd6613141d0e855511eb00889',
      },
    ],
  },
  'POST /simulations/transfers/:transferId/return': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { code: 'R10' },
        fingerprint: 'd567fd0b60ab58451ef8a4939cfdd70eb321675dca5c0abb04baab3ba04fbaf0',
      },
    ],
  },
  'POST /transfers/internal': {
    least: {
      attributes: { sourceWalletId: id('wal'), destWalletId: id('wal'), amount: 1 },
      fingerprint: 'ac2edff475f893e569cf0759b31b2168b61fecb13c9e8dff972f2f5391b7f48a',
    },
    full: [
      {
        attributes: {
          sourceWalletId: id('wal'),
          destWalletId: id('wal'),
          amount: 50_000,
          description: 'Petty cash of this month',
          tags,
        },
        fingerprint: 'a66b4c6d4fcaacec59e91947eede35c0bd78bd79cfe6c258878cdd638e178b12',
      },
    ],
  },
};
