import { Webhook } from 'standardwebhooks';
import { Headers as UndiciHeaders } from 'undici';
import { describe, expect, it } from 'vitest';
import { SignatureError, UsageError } from '../src/index.ts';
import { id, offline, thrownBy } from './offline.ts';

describe('a delivery', () => {
  it('is judged by its signature only: what the program gives wrongly is a UsageError', () => {
    const { webhooks } = offline([]).purser;
    const unwrap = (body: unknown, headers: object, secrets: unknown): unknown =>
      thrownBy(() => webhooks.unwrap(body as string, headers as Headers, secrets as string));
    for (const secrets of [undefined, '', [], [undefined], 'no base64!'])
      expect(unwrap('{}', {}, secrets)).toBeInstanceOf(UsageError);
    const seen: string[] = [];
    const foreign = {
      forEach: (take: (value: string, name: string) => void) => take(seen.push('x') ? '1' : '', 'A'),
    };
    expect(unwrap(new ArrayBuffer(2), foreign, 'whsec_b3RoZXI=')).toBeInstanceOf(SignatureError);
    expect(seen).toEqual(['x']);
  });

  it('is verified whatever form its headers and its body have', () => {
    const { purser } = offline([]);
    const secret = `whsec_${Buffer.from('a secret of a webhook').toString('base64')}`;
    const text = JSON.stringify({
      type: 'payment.completed',
      data: { object: { type: 'payment', id, attributes: {} } },
    });
    const now = new Date();
    const names: Record<string, string> = {
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
      'Webhook-Signature': new Webhook(secret).sign('evt_1', now, text),
    };
    const lower = Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const forms = [
      names,
      lower,
      Object.fromEntries(Object.entries(lower).map(([name, value]) => [name, [value]])),
      Object.entries(names),
      new Map(Object.entries(names)),
      new Headers(names),
      new UndiciHeaders(names),
      Object.assign(Object.create(null) as object, lower),
    ];
    const bytes = new TextEncoder().encode(text);
    for (const headers of forms)
      for (const body of [text, bytes, bytes.buffer, Buffer.from(text)])
        expect(purser.webhooks.unwrap(body, headers, secret).resource).toEqual({ object: 'payment', id });
    for (const headers of [undefined, null, 'x', Object.entries(names).flat()])
      expect(
        thrownBy(() => purser.webhooks.unwrap(text, headers as unknown as Headers, secret)),
      ).toBeInstanceOf(UsageError);
  });
});
