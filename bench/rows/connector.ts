import { jsonRequest } from '../../proof/support/load/requests.ts';
import type { Bench, Measurement, MeasurementResult, Sample } from '../bench.ts';
import { openHttpConnection } from '../http.ts';
import { load } from '../load.ts';
import { paymentsByAgents, pickRandom } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { withoutYardstick } from '../statistics.ts';
import { type Delegated, makeAgents } from '../world/agents.ts';
import type { Payer } from '../world/payers.ts';
import { openWorld } from '../world/world.ts';

const connections = 16;
const revision = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Returns a message of the connector as text on the wire. */
function message(key: string, method: string, params: object, name = ''): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } });
  const headers = [
    'Accept: application/json, text/event-stream',
    `MCP-Protocol-Version: ${revision}`,
    `Mcp-Method: ${method}`,
    ...(name === '' ? [] : [`Mcp-Name: ${name}`]),
  ];
  return jsonRequest('POST', '/mcp', key, body, `${headers.join('\r\n')}\r\n`);
}

/** Returns a generator of payments by the connector: those of `paymentsByAgents`, each of a new purpose. */
function purchasesByAgents(delegated: readonly Delegated[], payers: readonly Payer[]) {
  let turn = 0;
  const run = `${Date.now()}`;
  return (): string => {
    const { key = '', customer = '' } = delegated[pickRandom(delegated.length)] ?? {};
    const to = payers[pickRandom(payers.length)]?.email ?? '';
    const purchase = { purpose_id: `${run} ${(turn += 1)}`, to, amount: '0.01', customer_id: customer };
    return message(key, 'tools/call', { name: 'create_payment', arguments: purchase }, 'create_payment');
  };
}

const nodeOf = (sample: Sample | undefined): number => sample?.cost?.node_us ?? NaN;

/** Measures the processor time of create_payment beside that of the same payment over REST, and how long a list takes. */
export const connector: Measurement = {
  ids: ['connectorPayment', 'connectorList'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    const { port, payers, client } = world;
    const options = { connections, seconds: bench.seconds };
    try {
      const delegated = await makeAgents(client, payers);
      const [rest, tools] = [paymentsByAgents(delegated, payers), purchasesByAgents(delegated, payers)];
      await requirePaid(port, tools());
      const listing = message(delegated[0]?.key ?? '', 'tools/list', {});
      const list = (): string => listing;
      const warmUp = { connections, seconds: bench.warmUp_s };
      for (const request of [rest, tools, list]) await load(port, warmUp, request);
      const rounds = await runRounds(bench, [
        { name: 'REST', run: () => sampleLoad(world, options, rest) },
        { name: 'create_payment', run: () => sampleLoad(world, options, tools, 200) },
        {
          name: 'tools/list',
          run: () => sampleLoad(world, { ...options, connections: 1 }, list, 200),
          beside: null,
        },
      ]);
      const ratios = rounds.map(([before, after]) => nodeOf(after) / nodeOf(before));
      return {
        rows: [
          withoutYardstick(ratios, {
            id: 'connectorPayment',
            title:
              'create_payment by the connector: processor time of Node beside the same payment over REST',
            unit: '×',
            asked: { atMost: 4 },
          }),
          withoutYardstick(
            rounds.map((round) => round[2]?.p50_ms ?? NaN),
            {
              id: 'connectorList',
              title: 'tools/list on one connection, p50',
              unit: 'ms',
              asked: { atMost: 2 },
            },
          ),
        ],
      };
    } finally {
      await world.close();
    }
  },
};

/** Fails if the connector does not pay: the load sees the status of HTTP only. */
async function requirePaid(port: number, request: string): Promise<void> {
  const connection = await openHttpConnection(port);
  const { body } = await connection.send(request);
  connection.end();
  if (!/\\?"status\\?":\\?"(paid|processing)/.test(body))
    throw new Error(`the connector did not pay: ${body}`);
}
