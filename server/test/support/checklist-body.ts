import { expect, it } from 'vitest';
import { send, type Endpoint } from './endpoint.ts';
import { attributes, errors, refusal } from './http.ts';
import type { TestServer } from './server.ts';

/** Checks the rules that every body must meet before its attributes are validated. */
export function checkBody(server: TestServer, endpoint: Endpoint): void {
  const good = (): object => endpoint.body?.() ?? {};

  it('refuses a body without the wrapper, pointing at the fault', async () => {
    const cases: Array<[unknown, string[]]> = [
      [[], ['']],
      ['"text"', ['']],
      ['null', ['']],
      ['1.5', ['']],
      [{}, ['/data']],
      [{ data: null }, ['/data']],
      [{ data: [] }, ['/data']],
      [{ data: {} }, ['/data/attributes']],
      [{ data: { attributes: null } }, ['/data/attributes']],
      [{ data: { attributes: [] } }, ['/data/attributes']],
      [{ data: { attributes: good() }, extra: 1 }, ['/extra']],
      [{ data: { attributes: good(), id: 'x' } }, ['/data/id']],
      [
        { data: { attributes: good(), relationships: {} } },
        [endpoint.relationship ? '/data/relationships/agent' : '/data/relationships'],
      ],
      [{ data: { attributes: good(), type: 'something' } }, ['/data/type']],
      [{ data: { attributes: good(), type: 7 } }, ['/data/type']],
    ];
    for (const [body, pointers] of cases) {
      const reply = await send(server, endpoint, { body });
      const codes = pointers.map(() => 'invalid_value');
      expect([body, ...refusal(reply)]).toEqual([body, 422, codes, pointers]);
    }
  });

  it('refuses a flat object of attributes', async () => {
    const reply = await send(server, endpoint, { body: good() });
    const pointers = ['/data', ...Object.keys(good()).map((name) => `/${name}`)];
    expect(refusal(reply)).toEqual([422, pointers.map(() => 'invalid_value'), pointers]);
  });

  it('refuses each unknown attribute by name', async () => {
    const state = endpoint.takesStatus ? 'state' : 'status';
    const strange = { 'a/b~c': 1, constructor: 1, toString: 1, [state]: 'COMPLETED', id: 'x' };
    const reply = await send(server, endpoint, { body: attributes({ ...good(), ...strange }) });
    expect(reply.status).toBe(422);
    const pointers = ['a~1b~0c', 'constructor', 'toString', state, 'id'];
    expect(errors(reply).map((error) => error.source?.pointer)).toEqual(
      pointers.map((name) => `/data/attributes/${name}`),
    );
  });

  it('refuses a body that is not JSON', async () => {
    for (const body of ['', ' ', '{', '{"data":}', "{'data':1}", '{"data":1}x', '\u{feff}{}']) {
      const reply = await send(server, endpoint, { body });
      expect([body, ...refusal(reply)]).toEqual([body, 400, ['invalid_json'], ['']]);
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=latin1',
    '',
  ])('refuses the content type "%s"', async (type) => {
    const reply = await send(server, endpoint, { headers: { 'Content-Type': type } });
    expect(refusal(reply)).toEqual([415, ['unsupported_media_type'], ['Content-Type']]);
  });

  it.each([
    'application/vnd.api+json',
    'Application/JSON;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('accepts the content type %s', async (type) => {
    expect((await send(server, endpoint, { headers: { 'Content-Type': type } })).status).toBe(
      endpoint.status,
    );
  });

  it('refuses a body of more than 256 KiB, and accepts one of exactly 256 KiB', async () => {
    const text = JSON.stringify(attributes(good()));
    const fits = await send(server, endpoint, { body: text.padEnd(256 * 1024) });
    expect(fits.status).toBe(endpoint.status);
    const tooLong = await send(server, endpoint, { body: text.padEnd(256 * 1024 + 1) });
    expect(refusal(tooLong)).toEqual([413, ['payload_too_large'], [undefined]]);
  });
}
