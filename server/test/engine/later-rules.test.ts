import { describe, expect, it } from 'vitest';
import { emptyAuthorityCache } from '../../src/engine/load/authority-cache.ts';
import type { AgentRules } from '../../src/engine/model/agent-rules.ts';
import type { Rows, Step } from '../../src/engine/model/step.ts';
import type { Pipeline } from '../../src/engine/queue/connection.ts';
import { runBatch } from '../../src/engine/queue/batch.ts';
import type { Session } from '../../src/engine/queue/session.ts';
import { everyRule } from '../support/rules.ts';
import { pay } from './ruled.ts';
import { buyer, setAgent, shop, world } from './world.ts';

const close = (): Promise<void> => Promise.resolve();

/** A session that knows one agent with these rules, and nothing else. It reads these versions of the authority in turn. */
function sessionOf(rules: AgentRules | null, ...versions: bigint[]): { session: Session; sent: string[][] } {
  const state = world();
  setAgent(state, { id: buyer, partyId: shop, rules });
  const sent: string[][] = [];
  const rowsOf = ({ name }: Step): Rows => {
    if (name === 'engine_load_agents') return [...state.agents.values()];
    if (name !== 'engine_load_installation') return [];
    return [{ now_ms: 0n, offset_ms: 0n, datedTo_us: 0n, authorityVersion: versions.shift() ?? 1n }];
  };
  const pipeline: Pipeline = {
    run(steps) {
      sent.push(steps.map(({ name }) => name.replace(/^engine_(load_)?/, '')));
      return Promise.resolve(steps.map(rowsOf));
    },
    authorityCache: emptyAuthorityCache(),
    close,
  };
  const limits = {} as Session['limits']; // none is looked at without a standby
  const get = (): Promise<Pipeline> => Promise.resolve(pipeline);
  return {
    session: { get, drop: () => undefined, limits, seen: { clockOffset_ms: null }, close },
    sent,
  };
}

const history = ['rule_counters', 'known_payees', 'purchases', 'addresses'];
const ofHistory = (names: string[]): string[] => names.filter((name) => history.includes(name));

describe('what rules look back at that are not cached', () => {
  it('is not read for an agent without rules', async () => {
    const { session, sent } = sessionOf(null);
    await runBatch(session, [pay()]);
    expect(sent).toEqual([expect.arrayContaining(['begin', 'lock_agents', 'agents']), ['commit']]);
    expect(sent.flatMap(ofHistory)).toEqual([]);
  });

  it('is read once the rules are known, the counters before the clock that dates the batch', async () => {
    const { session, sent } = sessionOf(everyRule);
    await runBatch(session, [pay()]);
    expect(sent.map(ofHistory)).toEqual([[], history, []]);
    expect(sent[1]?.slice(0, 2)).toEqual(['rule_counters', 'installation']);
  });

  it('is read at once when the rules are cached', async () => {
    const { session, sent } = sessionOf(everyRule);
    await runBatch(session, [pay()]); // begins the cache
    await runBatch(session, [pay()]); // fills it
    sent.length = 0;
    await runBatch(session, [pay()]);
    expect(sent.map(ofHistory)).toEqual([history, []]);
  });

  it('lets the batch start again if authority has changed meanwhile', async () => {
    const { session, sent } = sessionOf(everyRule, 1n, 2n, 2n, 2n);
    await runBatch(session, [pay()]);
    expect(sent.map(ofHistory)).toEqual([[], history, [], history, []]);
    expect(sent[2]?.slice(0, 2)).toEqual(['rollback', 'begin']);
  });
});
