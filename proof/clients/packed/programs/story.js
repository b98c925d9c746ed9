// What a new user does with the packed library, in an empty project: node story.js BASE_URL SANDBOX_FILE. Prints a line for
// each step, and exits with 1 at the first that goes another way.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { OutcomeUnknownError, Purser, ValidationError } from '@purser/client';

const [baseUrl, sandboxFile] = process.argv.slice(2);
const { main, customer } = JSON.parse(readFileSync(sandboxFile, 'utf8')).parties;
const as = (apiKey, options = {}) => new Purser({ apiKey, baseUrl, ...options });
const purser = as(main.apiKey);
const agent = as(main.limitedAgentKey);
const approver = as(main.approverApiKey);
const toCustomer = { counterparty: { type: 'party_id', value: customer.partyId }, currency: 'USD' };

const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

/** Starts a proxy that passes every request on and loses every answer. */
async function startLossyProxy() {
  const server = createServer((message, response) => {
    const { method, headers, url } = message;
    const passed = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      answer.resume().on('end', () => response.destroy());
    });
    message.pipe(passed);
  });
  return { url: await listen(server), close: () => server.close() };
}

/** Starts a receiver of webhooks. Its `find` resolves with the raw body and the headers of the first that has a text in it. */
async function startReceiver() {
  const received = [];
  let onNext = () => undefined;
  const server = createServer((message, response) => {
    let body = '';
    message.on('data', (part) => (body += part));
    message.on('end', () => {
      response.end();
      received.push({ body, headers: message.headers });
      onNext();
    });
  });
  const find = (words) =>
    new Promise((resolve) => {
      onNext = () => {
        const found = received.find(({ body }) => body.includes(words));
        if (found) resolve(found);
      };
      onNext();
    });
  return { url: await listen(server), find, close: () => server.close() };
}

async function paysAndIsStopped() {
  const small = await agent.payments.create({ ...toCustomer, amount: 100, description: 'Coffee' });
  assert.equal(small.status, 'PROCESSING'); // as the specification has it; it is completed by now
  assert.equal((await agent.payments.get({ paymentId: small.id })).status, 'COMPLETED');
  const large = await agent.payments.create({
    ...toCustomer,
    amount: 25_000,
    description: 'Espresso machine',
  });
  assert.equal(large.status, 'IN_REVIEW');
  const { data } = await approver.approvals.list({ targetId: large.id });
  assert.equal(data[0].reasons[0].type, 'limitExceeded');
  await approver.approvals.approve({ approvalId: data[0].id });
  assert.equal((await agent.payments.get({ paymentId: large.id })).status, 'COMPLETED');
  return `${large.amount} waited, since ${JSON.stringify(data[0].reasons[0])}, and was approved`;
}

async function readsTheStatement() {
  const lines = [];
  for await (const line of purser.transactions.list({ limit: 2 })) lines.push(line);
  assert.ok(lines.length >= 2);
  const statement = await purser.wallets.statement({ walletId: main.walletId });
  assert.ok(JSON.stringify(statement).includes('Espresso machine'));
  return `${lines.length} transactions`;
}

async function verifiesAWebhook() {
  const receiver = await startReceiver();
  const hook = await purser.webhooks.create({ url: receiver.url, enabledEvents: ['payment.completed'] });
  const paid = await purser.payments.create({ ...toCustomer, amount: 1 });
  const { body, headers } = await receiver.find(paid.id);
  const event = purser.webhooks.unwrap(body, headers, hook.signingSecret);
  assert.equal(event.resource.id, paid.id);
  assert.throws(() => purser.webhooks.unwrap(`${body} `, headers, hook.signingSecret));
  await purser.webhooks.remove({ webhookId: hook.id });
  receiver.close();
  return event.type;
}

async function losesAnAnswerAndPaysOnce() {
  const proxy = await startLossyProxy();
  const terms = { ...toCustomer, amount: 7, tags: { story: process.version.replaceAll(/\W/g, '_') } };
  const lost = await as(main.apiKey, { baseUrl: proxy.url })
    .payments.create(terms)
    .catch((error) => error);
  assert.ok(lost instanceof OutcomeUnknownError, String(lost));
  const again = await purser.payments.create(terms, { idempotencyKey: lost.idempotencyKey }).withResponse();
  assert.equal(again.isReplayed, true);
  const { data } = await purser.payments.list({ tag: terms.tags });
  assert.deepEqual(
    data.map(({ id }) => id),
    [again.data.id],
  );
  proxy.close();
  return 'six tries without an answer, one payment';
}

async function isRefused() {
  const bad = await purser.payments.create({ ...toCustomer, amount: 0 }).catch((error) => error);
  assert.ok(bad instanceof ValidationError);
  return `${bad.code} at ${bad.errors[0].source.pointer}`;
}

for (const step of [
  paysAndIsStopped,
  readsTheStatement,
  verifiesAWebhook,
  losesAnAnswerAndPaysOnce,
  isRefused,
])
  process.stdout.write(`${process.version} ${step.name}: ${await step()}\n`);
