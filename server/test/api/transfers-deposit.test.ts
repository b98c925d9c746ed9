import { checkEndpoint } from '../support/checklist.ts';
import { deposit } from '../support/deposits.ts';
import { resource } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { transferShape } from '../support/shapes-transfers.ts';

const server = testServer();
const common = { scope: 'wallets.fund', response: { data: transferShape('deposit') } } as const;

checkEndpoint('POST /transfers/deposit', server, {
  ...common,
  idempotency: 'required',
  body: () => ({
    amount: 100,
    currency: 'USD',
    externalAccountId: main.externalAccountId,
    description: 'Working capital',
  }),
});

checkEndpoint('POST /simulations/deposits', server, {
  ...common,
  body: () => ({ amount: 100, currency: 'USD', description: 'From outside' }),
});

for (const what of ['settle', 'fail', 'return']) {
  checkEndpoint(`POST /simulations/transfers/{transferId}/${what}`, server, {
    ...common,
    path: async () => {
      const path = `/simulations/transfers/${resource(await deposit(server)).id}`;
      if (what === 'return') await server.post(`${path}/settle`);
      return `${path}/${what}`;
    },
    action: true,
  });
}
