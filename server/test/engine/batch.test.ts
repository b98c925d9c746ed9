import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/model/changes.ts';
import { keyed, payment } from './commands.ts';
import { deposit } from './own-commands.ts';
import { balance, bodyOf, refusalOf, run, words } from './run.ts';
import { customer, key, newcomer, setWallets, shop, stranger, wallet, world } from './world.ts';

describe('the same key twice in a batch', () => {
  it('has one effect, and the second request gets the response of the first', () => {
    const after = run(world(), payment({ idempotency: keyed('a') }), payment({ idempotency: keyed('a') }));
    expect(words(after)).toEqual(['COMPLETED', 'replayed']);
    expect(bodyOf(after.outcomes[1])).toEqual(bodyOf(after.outcomes[0]));
    expect(after.changes.payments).toHaveLength(1);
    expect(after.changes.payments.map(({ keyDigest: kept }) => kept)).toEqual([keyed('a').digest]);
    expect(after.changes.responses).toEqual([]);
    expect(balance(after.state, shop)).toBe(99_000n);
  });

  it('with another request is refused and moves no money', () => {
    const after = run(
      world(),
      payment({ idempotency: keyed('a') }),
      payment({ idempotency: keyed('a', 'two') }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'key_reused']);
    expect(balance(after.state, shop)).toBe(99_000n);
  });

  it('of two parties, or on two routes, counts as two keys', () => {
    const state = world();
    const route = keyed('a', 'one', shop, 'POST /other');
    const other = { idempotency: keyed('a', 'one', customer), actor: { partyId: customer } };
    const after = run(
      state,
      payment({ idempotency: keyed('a') }),
      payment(other),
      payment({ idempotency: route }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(after.changes.responses.map(({ route: asked }) => asked)).toEqual(['POST /other']);
  });

  it('can be used again after a refusal: the corrected request takes effect', () => {
    const after = run(
      world(),
      payment({ idempotency: keyed('a'), amount: 100_001n }),
      payment({ idempotency: keyed('a', 'two') }),
      payment({ idempotency: keyed('a', 'two') }),
    );
    expect(words(after)).toEqual(['insufficient_funds', 'COMPLETED', 'replayed']);
    expect(after.changes.payments.map(({ fingerprint }) => String(fingerprint))).toEqual(['two']);
  });

  it('replays a payment for which there is no longer enough money', () => {
    const after = run(
      world(),
      payment({ idempotency: keyed('a'), amount: 100_000n }),
      payment({ idempotency: keyed('a'), amount: 100_000n }),
      payment({ idempotency: keyed('b'), amount: 100_000n }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'replayed', 'insufficient_funds']);
  });
});

describe('a key that was used before', () => {
  const stored = { status: 201, body: '{"id":"earlier"}', fingerprint: Buffer.from('one') };
  const before = () => {
    const state = world();
    state.responses.set(keyed('a').digest, stored);
    return state;
  };

  it('gets the stored status and body, and changes nothing', () => {
    const { outcomes, changes } = run(before(), payment({ idempotency: keyed('a') }));
    const response = { status: stored.status, body: stored.body };
    expect(outcomes).toMatchObject([{ done: true, replayed: true, response }]);
    expect(changes).toEqual(noChanges(changes.time_us));
  });

  it('is not replayed to a credential that has been revoked', () => {
    const state = before();
    state.activeCredentials.delete(key);
    expect(words(run(state, payment({ idempotency: keyed('a') })))).toEqual(['credential_revoked']);
  });

  it('does not affect a request without a key', () => {
    expect(words(run(before(), payment({})))).toEqual(['COMPLETED']);
  });
});

describe('a command sees the changes of the commands before it in the batch', () => {
  it('money that was received can be spent', () => {
    const state = world();
    const asStranger = { partyId: stranger };
    const back = payment({ actor: asStranger, counterparty: { type: 'party_id', partyId: shop } });
    expect(words(run(state, back, payment({}), back))).toEqual([
      'insufficient_funds',
      'COMPLETED',
      'COMPLETED',
    ]);
  });

  it('money that was spent cannot be spent again', () => {
    const amounts = [60_000n, 60_000n, 40_000n];
    const after = run(world(), ...amounts.map((amount) => payment({ amount })));
    expect(words(after)).toEqual(['COMPLETED', 'insufficient_funds', 'COMPLETED']);
  });

  it('money that is held for a claim cannot be spent again', () => {
    const after = run(
      world(),
      payment({ amount: 60_000n, counterparty: newcomer }),
      payment({ amount: 60_000n }),
    );
    expect(words(after)).toEqual(['PENDING_CLAIM', 'insufficient_funds']);
    expect(balance(after.state, shop)).toBe(40_000n);
  });

  it('a new address becomes one party', () => {
    const after = run(world(), payment({ counterparty: newcomer }), payment({ counterparty: newcomer }));
    expect(words(after)).toEqual(['PENDING_CLAIM', 'PENDING_CLAIM']);
    expect(after.changes.parties).toHaveLength(1);
    const [first, second] = after.outcomes.map((outcome) => bodyOf(outcome).payeePartyId);
    expect(second).toBe(first);
    expect(after.changes.counterparties.map(({ payeePartyId }) => payeePartyId)).toEqual([first, first]);
  });

  it('a counterparty pair is stored only for a payment up to the announced watermark', () => {
    const pairs = ['0', '\uffff'].map(
      (announcedTo) => run({ ...world(), announcedTo }, payment({})).changes.counterparties.length,
    );
    expect(pairs).toEqual([0, 1]);
  });

  it('a new address whose payment is refused becomes no party', () => {
    const command = payment({ counterparty: newcomer, amount: 100_001n });
    expect(refusalOf(world(), command)).toBe('insufficient_funds');
  });

  it('a wallet that is opened for the first payment receives the second as well', () => {
    const state = world();
    setWallets(state, wallet(shop, { posted: 5_000n, currency: 'EUR' }));
    const after = run(state, payment({ currency: 'EUR' }), payment({ currency: 'EUR' }));
    expect(words(after)).toEqual(['COMPLETED', 'COMPLETED']);
    expect([...after.changes.openedWallets.keys()].map(({ partyId, posted }) => [partyId, posted])).toEqual([
      [stranger, 2_000n],
    ]);
    expect([...after.changes.changedWallets].map(({ partyId }) => partyId)).toEqual([shop]);
  });

  it('a deposit can be spent by a later command, and is debited to the clearing account', () => {
    const after = run(world(), deposit({ amount: 900_000n }), payment({ amount: 1_000_000n }));
    expect(words(after)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(after.state.wallets.get('ach')?.[0]?.posted).toBe(-900_000n);
  });
});

describe('a movement of an accepted payment', () => {
  it('goes to the wallet of a known recipient', () => {
    const { changes, state } = run(world(), payment({}));
    expect(changes.movements).toMatchObject([
      {
        kind: 'payment',
        source: { place: 'available', wallet: { partyId: shop } },
        destination: { place: 'available', wallet: { partyId: stranger } },
        amount: 1_000n,
      },
    ]);
    expect(balance(state, stranger)).toBe(1_000n);
  });

  it('holds the money in the payer’s wallet until an unknown recipient claims it', () => {
    const { changes } = run(world(), payment({ counterparty: newcomer }));
    expect(changes.movements).toMatchObject([
      {
        kind: 'hold',
        source: { place: 'available', wallet: { partyId: shop } },
        destination: { place: 'held', wallet: { partyId: shop, posted: 100_000n, held: 1_000n } },
        amount: 1_000n,
      },
    ]);
  });
});
