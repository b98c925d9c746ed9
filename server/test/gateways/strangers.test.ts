import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStrangeClient, isForbidden, literalAddress } from '../../src/gateways/strangers.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;
let port: string;
beforeAll(async () => {
  receiver = await startReceiver();
  ({ port } = new URL(receiver.url));
});
afterAll(() => receiver.close());

const post = (url: string, addresses: string[] = []) => {
  const client = createStrangeClient(false, async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
  return client.post({ url, headers: {}, body: '{}' }).finally(() => client.close());
};

/** Sends a request to a receiver that answers with these bytes, and returns what became of it. */
async function answeredBy(answer: string) {
  const odd = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 ${answer}`));
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const client = createStrangeClient(true);
  const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
  const outcome = await client.post({ url, headers: {}, body: '{}' });
  client.close();
  odd.close();
  return outcome;
}

// Hosts as somebody may write them, each of which a program could take for an address that is not public.
const forms = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001', '0x7f.1',
  '0177.0.0.1', '0x7f.0x0.0x0.0x1', '127.0.0.1.', '0', '0.0.0.0', '0.0.0.1', '１２７.0.0.1', '127。0。0。1',
  '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235521', '169.254.169.254',
  '0xa9fea9fe', '2852039166', '169.254.0.1', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1',
  '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255',
  '168.63.129.16', '0xa83f8110', '161.26.0.10', '166.8.0.1', '166.11.255.255', '199.36.153.5', '199.36.153.8',
  '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]', '[100::1]', '[2002:7f00:1::]', '[2002:a00:1::]', '[2001:0:7f00:1::]', '[2001:db8::1]',
  '[3fff::1]', '[5f00::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]',
]; // prettier-ignore

describe('a request to a stranger', () => {
  it.each(forms)('is not sent to http://%s, nor does a connection open', async (host) => {
    const before = receiver.connections();
    const url = `http://${host}:${port}/hook`;
    expect((await post(url)).error).toBe('forbidden_address');
    expect(receiver.connections()).toBe(before);
  });

  it.each(forms.map((host) => literalAddress(new URL(`http://${host}`)) ?? ''))(
    'is not sent to a name that leads to %s, alone or beside a public address',
    async (address) => {
      const before = receiver.connections();
      const url = `http://name.example:${port}/hook`;
      expect((await post(url, [address])).error).toBe('forbidden_address');
      expect((await post(url, ['93.184.215.14', address])).error).toBe('forbidden_address');
      expect(receiver.connections()).toBe(before);
    },
  );

  it('connects to the address that was checked, also if the name leads elsewhere a moment later', async () => {
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
    let asked = 0;
    const client = createStrangeClient(true, async () => [{ address: answers[asked++] ?? '', family: 4 }]);
    const { status } = await client.post({ url: `http://name.example:${port}/`, headers: {}, body: '{}' });
    client.close();
    expect([status, asked]).toEqual([200, 1]); // the receiver listens on the first address only
  });

  it('is sent to a name without any address as little', async () => {
    expect((await post(`http://name.example:${port}/`, [])).error).toBe('forbidden_address');
  });

  it.each([
    ['with a body that may have none', '204 Taken\r\nContent-Length: 2\r\n\r\nok', '', 204],
    ['that is longer than it says', '200 Taken\r\nContent-Length: 2\r\n\r\nok and more', 'ok', 200],
    ['that is cut short', '200 Taken\r\nContent-Length: 9\r\n\r\nok', 'ok', 200],
  ])('ends with the status of an answer %s', async (_which, answer, body, status) => {
    expect(await answeredBy(answer)).toEqual({ status, body, retryAfter: null, error: null });
  });

  it.each([
    ['changes the protocol', '101 Changed\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['is no answer', 'x'],
    ['announces an answer that never comes', '103 Early\r\n\r\n'],
  ])('has failed if what comes back %s', async (_which, answer) => {
    const failed = { status: null, body: null, retryAfter: null, error: 'network' };
    expect(await answeredBy(answer)).toEqual(failed);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
  ])('may be sent to %s', (address) => expect(isForbidden(address, false)).toBe(false));
});
