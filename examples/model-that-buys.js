// A small agent loop that buys through the connector. Its model is a script: it stands for one that calls tools, and does
// what a model does wrong, too. It needs @modelcontextprotocol/client, PURSER_URL and PURSER_API_KEY, the key of an agent.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [payee = ''] = process.argv.slice(2);
const address = new URL(`${process.env.PURSER_URL}/mcp`);
const headers = { Authorization: `Bearer ${process.env.PURSER_API_KEY}` };

const say = (line) => process.stdout.write(`${line}\n`);

/** Loses the first answer to a purchase after the server has given it, as a network does. */
let isLost = false;
async function unreliable(url, options) {
  const response = await fetch(url, options);
  if (isLost || !String(options?.body).includes('"invoice 7"')) return response;
  isLost = true;
  await response.text();
  throw new TypeError('the connection was lost');
}

const client = new Client({ name: 'example', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(
  new StreamableHTTPClientTransport(address, { requestInit: { headers }, fetch: unreliable }),
);

/** What the model does next, by what the last tool has said: a tool and its arguments, or its last words. */
function* model() {
  const invoice = { purpose_id: 'invoice 7', to: payee, amount: '12.50', description: 'Paper' };
  const first = yield ['create_payment', invoice];
  // It was told nothing, so it tries again, in other words. The purpose is the same.
  const paid =
    first === null ? yield ['create_payment', { ...invoice, description: 'Paper, as agreed' }] : first;
  let printer = yield ['create_payment', { purpose_id: 'the printer', to: payee, amount: '25.00' }];
  while (printer.status === 'needs_approval') {
    say(`${printer.reasons.map(({ says }) => says).join(' ')} A person decides: ${printer.approval.link}`);
    printer = yield [printer.next.tool, printer.next.arguments];
  }
  return `The paper: ${paid.status}. The printer: ${printer.status}.`;
}

const turns = model();
let turn = turns.next();
while (!turn.done) {
  const [name, values] = turn.value;
  const said = await client.callTool({ name, arguments: values }).catch(() => null);
  say(`${name}: ${said?.structuredContent?.status ?? 'no answer'}`);
  turn = turns.next(said?.structuredContent ?? null);
}
say(turn.value);
await client.close();
