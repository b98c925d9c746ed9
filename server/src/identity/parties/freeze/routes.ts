import { action, type Endpoint } from '../../../http/endpoint.ts';
import { suspendedShape } from '../../under-way/resource.ts';
import { setFrozen } from './freeze.ts';
import { partyFreezeShape } from './resource.ts';

const changeOfState = {
  response: suspendedShape(partyFreezeShape),
  scope: 'party.update',
  type: 'partyFreeze',
} as const;

export const freezeRoutes: Endpoint[] = [
  action('/parties/me/freeze', {
    ...changeOfState,
    summary: 'Freeze your party',
    shows: { attributes: { status: 'FROZEN' } },
    description: `Stops all money that leaves your party, at once and on all servers: from the response on, no payment or
withdrawal from its wallets is accepted, whoever asks for it, none that its keys and agents ask for from customers'
wallets, and nothing of the kind is approved (409 \`party_frozen\`). Money still arrives, and what is under way, which
\`meta.underWay\` lists, can be denied and canceled. Freezing a party that its people have frozen
changes nothing. A replay shows the state at the time of the first response.`,
    run: (ctx) => setFrozen(ctx, true),
  }),
  action('/parties/me/unfreeze', {
    ...changeOfState,
    summary: 'Unfreeze your party',
    description: `Lifts the freeze by your own people and keys: the money of the party moves again, unless the operator has
frozen it too. Then it stays \`FROZEN\` until the operator lifts that freeze, as \`frozenBy\` shows. Unfreezing a party
that its people have not frozen changes nothing. A replay shows the state at the time of the first response.`,
    run: (ctx) => setFrozen(ctx, false),
  }),
];
