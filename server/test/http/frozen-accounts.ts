import { type FrozenWrite, nothingSent } from './frozen.ts';

const us = { type: 'us', routingNumber: '021000021', accountNumber: '000123456789', accountType: 'checking' };
const iban = { type: 'iban', iban: 'GB82 WEST 1234 5698 7654 32' };

/** The requests about external accounts. */
export const frozenAccounts: Readonly<Record<string, FrozenWrite>> = {
  'POST /external-accounts': {
    least: {
      attributes: { accountName: 'Main Street Books', account: us },
      fingerprint: '4ddc066c6937377acb074cb624883ac03864e70ff7ab22551a729b9e6a901ddd',
    },
    full: [
      {
        attributes: { accountName: 'Main Street Books', bankName: 'First Bank', account: us },
        fingerprint: '33c4551680de81e1dbfd1341183bb5a4cc9449dcaae6ba752a5334aea82abaa7',
      },
      {
        attributes: { accountName: 'Bücher', account: iban, tags: { order: '1001', Branch_9: 'Zürich' } },
        fingerprint: '5b043f5f75e18d8d47e9cb863b0d1e869503acfc8a77ea27e45339c177d205dd',
      },
    ],
  },
  'POST /external-accounts/:externalAccountId/verify': {
    least: {
      attributes: { amounts: [32, 45] },
      fingerprint: '70eb03a6aef1600d4e90213e5fc30c75deba3283b318002770fb440fbce7c5da',
    },
    full: [
      {
        attributes: { amounts: [1, 99] },
        fingerprint: 'c46ad5343f285df2a6d6f9f2f8493308cb186119bb7ab98ffdc0a1bc468965ff',
      },
    ],
  },
  'DELETE /external-accounts/:externalAccountId': nothingSent,
};
