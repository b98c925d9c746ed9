import { frozenAccounts } from './frozen-accounts.ts';
import { frozenAuthority } from './frozen-authority.ts';
import { frozenParties } from './frozen-parties.ts';
import { frozenWallets } from './frozen-wallets.ts';
import { frozenWebhooks } from './frozen-webhooks.ts';
import { type FrozenWrite, id, nothingSent } from './frozen.ts';

const paid = {
  amount: 1250,
  currency: 'EUR',
  customerPartyId: id('pty'),
  description: 'A second-hand atlas',
};
const asked = {
  amount: 9_007_199_254_740_991,
  currency: 'EUR',
  description: 'Invoice 1042',
  payerName: 'Casey',
};

/** The requests of every write that takes an idempotency key. */
export const frozenWrites: Readonly<Record<string, FrozenWrite>> = {
  ...frozenAccounts,
  ...frozenAuthority,
  ...frozenParties,
  ...frozenWallets,
  ...frozenWebhooks,
  'POST /agents/:agentId/customers': {
    least: {
      attributes: {
        recipients: [{ type: 'email', value: 'casey@example.com' }],
        permissions: ['payments.read'],
      },
      fingerprint: 'd417563286fe3fbec1b2d12cdcb272ebd56b0baf2b7041ce08af6f260fa6a357',
    },
    full: [
      {
        attributes: {
          recipients: [
            { type: 'party_id', value: id('pty') },
            { type: 'email', value: 'Casey@example.com' },
          ],
          permissions: ['payments.create', 'payments.read'],
          limits: { perTransaction: 10_000 },
          expiresAt: '2999-01-01T00:00:00.5+02:00',
        },
        fingerprint: '8a0011876739ac2fe685b7fb032a5ec78a3447a2cf4b73d82f8db99c0bf7f765',
      },
      {
        attributes: {
          recipients: [{ type: 'email', value: 'casey@example.com' }],
          permissions: ['payments.read'],
          tags: { order: '1001', Branch_9: 'Zürich' },
        },
        fingerprint: '58a964b124a27fc58c12d1384cabdf8632dc393655976ddfdf57499ce69a9e02',
      },
    ],
  },
  'POST /approvals/:approvalId/approve': nothingSent,
  'POST /approvals/:approvalId/deny': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { reason: 'Not in the budget of this quarter' },
        fingerprint: '3f6344fabd81aeb75b71e996fd64d389cda8886f1ce0caa6c52100b77de379a3',
      },
    ],
  },
  'DELETE /agents/:agentId/customers/:partyId': nothingSent,
  'DELETE /agents/invitations/:invitationId': nothingSent,
  'DELETE /customers/:partyId': nothingSent,
  'POST /claims/:token/accept': {
    least: nothingSent.least,
    full: [
      {
        attributes: { name: 'Robin Reader', apiKeyName: 'First key' },
        fingerprint: '002de5be62a8c92d26b42f75efe2df550ba66e50a2cd68c51893479790b84a59',
      },
    ],
  },
  'POST /customer-invitations/:invitationId/accept': nothingSent,
  'POST /customer-invitations/:invitationId/decline': nothingSent,
  'POST /invitations/:token/decline': nothingSent,
  'POST /invitations/:token/accept': {
    least: {
      attributes: {},
      fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8',
    },
    full: [
      {
        attributes: { name: 'Casey', apiKeyName: 'First key' },
        fingerprint: '0a5721635a62683f14132cb78f2feffa6dbf601f9e147cd0e458e1a11c700a0f',
      },
    ],
  },
  'DELETE /delegations/:delegationId': nothingSent,
  'POST /delegations/:delegationId/suspend': nothingSent,
  'POST /delegations/:delegationId/resume': nothingSent,
  'POST /payment-requests/:paymentRequestId/fulfill': {
    least: {
      attributes: { paymentSource: { type: 'wallet' } },
      fingerprint: '135c694bc8dcbf4b007dbed332ec9d77bdcfe014ba44df2a0cfee03053aeb69a',
    },
    full: [
      {
        attributes: { paymentSource: { type: 'wallet' }, expectedAmount: 1, expectedCurrency: 'EUR' },
        fingerprint: 'e3ff007fef0508b615c1a7821ecaefcdab7bd0089c916807ad43a305e8eea160',
      },
      {
        attributes: { paymentSource: { type: 'wallet', walletId: id('wal') } },
        fingerprint: 'eccccf26fad67f06836dd2dccbc273ba9d2f0f69a1d6906b4280e5420ce00b68',
      },
    ],
  },
  'POST /payment-requests/:paymentRequestId/decline': nothingSent,
  'POST /payment-requests/:paymentRequestId/cancel': nothingSent,
  'POST /payment-requests': {
    least: {
      attributes: { amount: 1, payer: { type: 'email', value: 'casey@example.com' } },
      fingerprint: '92135621427ad8110559b1b5af9072810c8d32d0bf9f3a55e98379111aef322b',
    },
    full: [
      {
        attributes: { ...asked, payer: { type: 'email', value: 'Casey@Example.com' } },
        fingerprint: '431e4895345fcf453e7b846ab1b9615daddf3afe6a4399d9ffbb8f8ffccd925b',
      },
      {
        attributes: { ...asked, payer: { type: 'phone', value: '+14155550123' } },
        fingerprint: 'f195e0a3326574d41532d25f2ce3d03744698275f9dc7c4fd2629048a4536c15',
      },
      {
        attributes: { ...asked, payer: { type: 'party_id', value: id('pty') } },
        fingerprint: 'd394bb858c164d81f6d663538fce312e49b4453866395fbfc303ce5a7eabcd35',
      },
      {
        attributes: { ...asked, payer: { type: 'agent_id', value: id('agt') } },
        fingerprint: '0317f0894c31d2e0808699a12208f704a7c250d8e1888f348ab32703ab1f125a',
      },
      {
        attributes: {
          ...asked,
          payer: { type: 'phone', value: '+14155550123' },
          tags: { order: '1001', Branch_9: 'Zürich' },
        },
        fingerprint: '61a282d19bbaf367d529692136e25074ac42f31ef6e1d109e817bb53f462055a',
      },
      {
        attributes: { ...asked, payer: { type: 'phone', value: '+14155550123' }, walletId: id('wal') },
        fingerprint: 'f61682e329594d2b01d5c1ae10d2dbac7f7f54aebd6c3eed17864da68543e383',
      },
    ],
  },
  'POST /payments': {
    least: {
      attributes: { amount: 1, counterparty: { type: 'email', value: 'casey@example.com' } },
      fingerprint: '4cf92243ce0fe617b973c947fc86c4f085c0226209fa0ad68e18ecca0c6d763f',
    },
    full: [
      {
        attributes: { ...paid, counterparty: { type: 'email', value: 'Casey@Example.com' } },
        fingerprint: 'faef07bf3a8ed6e0197baf027334d79c6eb5c6f3c528ca58962870d928131fff',
      },
      {
        attributes: { ...paid, counterparty: { type: 'phone', value: '+14155550123' } },
        fingerprint: '9963ecae968481e64fcc6e6808384cefd0fdfb12901e8fc336a99e75e8bc557a',
      },
      {
        attributes: { ...paid, counterparty: { type: 'party_id', value: id('pty') } },
        fingerprint: 'a02cc1f2019e15d270695204cccfa38787f824e77881522ff515af364f3bd82c',
      },
      {
        attributes: { ...paid, counterparty: { type: 'agent_id', value: id('agt') } },
        fingerprint: '5346600be4ac11baf8b4058ae4ad1fed8e36a9e2b170298e23fcb240ca28bfce',
      },
      {
        attributes: {
          ...paid,
          counterparty: { type: 'phone', value: '+14155550123' },
          tags: { order: '1001', Branch_9: 'Zürich' },
        },
        fingerprint: 'f6388166fda77f5f28b1c065565e17d59679bad3c62595eb1bea6ef866e4b1fc',
      },
      {
        attributes: { ...paid, counterparty: { type: 'party_id', value: id('pty') }, walletId: id('wal') },
        fingerprint: '2cb0832143fa81042ffedca1dee7f20f8f0f2a57a9db294a23bb1b40fdbb27bf',
      },
      {
        attributes: {
          amount: 1,
          counterparty: { type: 'email', value: 'a@example.com' },
          intendedRepeat: true,
        },
        fingerprint: '54ee923e0708aed6d79695e380973fd43130a0e220062569940a51b5d36a58f7',
      },
    ],
  },
  'POST /payments/:paymentId/cancel': nothingSent,
  'POST /payments/:paymentId/refund': {
    least: nothingSent.least,
    full: [
      {
        attributes: { amount: 1, description: 'The atlas came back' },
        fingerprint: 'c1ac6d53f9823aba449323cc516d21ca369735e45921f6a176d3a2524e4d76c9',
      },
    ],
  },
  'POST /simulations/clock/advance': {
    least: {
      attributes: { seconds: 1 },
      fingerprint: 'b8d2e46b072d515538c882cb27e23145685eade9838b67f36edf4d01422b8c17',
    },
    full: [
      {
        attributes: { seconds: 315_360_000 },
        fingerprint: '4fea14062f5e92f00846be5f38828392923f28b36dc79b35d28187f018f8ddae',
      },
    ],
  },
  'POST /transfers/withdraw': {
    least: {
      attributes: { amount: 1, externalAccountId: id('eac') },
      fingerprint: '73ae7919a21c7daebd0ee9912419bb69a2501bc831c51cfde6779fa5888aec76',
    },
    full: [
      {
        attributes: {
          amount: 50_000,
          currency: 'EUR',
          externalAccountId: id('eac'),
          description: 'Takings of this week',
        },
        fingerprint: '9184e94e8d598d9423b2d2503aa9073071229e50c4615c979a12c935974d5efd',
      },
      {
        attributes: { amount: 1, externalAccountId: id('eac'), tags: { order: '1001', Branch_9: 'Zürich' } },
        fingerprint: '03f7602bca7258df67cd8660e7235f1e1de265d4a06d46bb7b3aeeeb187dd7fb',
      },
      {
        attributes: { amount: 1, externalAccountId: id('eac'), walletId: id('wal') },
        fingerprint: 'b54a76b5fd19e04b560f7556d5bd4e1791a1a31894329e8f3d7db13cd25a5d81',
      },
      {
        attributes: { amount: 1, externalAccountId: id('eac'), intendedRepeat: true },
        fingerprint: 'd1d94dc8c2fa9ae1a6ac4466198ba5596e1fb0629caedf8c49e5c61cd7d90c86',
      },
    ],
  },
  'POST /transfers/:transferId/cancel': nothingSent,
};
