import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The secrets of PURSER_SECRET. The first one signs and encrypts, and all verify and decrypt: secrets can be rotated. */
export type Keyring = {
  /** The id of the first secret. */
  keyId: string;
  /** Returns a tag over the text for one purpose, and the id of the secret. */
  sign(purpose: string, text: string): { keyId: string; tag: Buffer };
  verify(purpose: string, text: string, signature: { keyId: string; tag: Buffer }): boolean;
  /** Returns a keyed digest of the text (HMAC-SHA256) under the first secret. */
  digest(purpose: string, text: string): Buffer;
  /** Returns the same under each secret, to find what was stored under an older one. */
  digests(purpose: string, text: string): Buffer[];
  /** Encrypts the text (AES-256-GCM) for one purpose and one owner, whose id has to be given again to decrypt it. */
  seal(purpose: string, owner: string, text: string): Sealed;
  /** Decrypts what `seal` returned. Returns null if it was altered, has another owner, or its secret is gone. */
  open(purpose: string, owner: string, sealed: Sealed): string | null;
};

/** An encrypted text, and the id of its secret. */
export type Sealed = { keyId: string; bytes: Buffer };

const entryForm = /^(?:([a-z0-9]{1,16}):)?([\x21-\x2b\x2d-\x7e]{32,})$/;

/**
 * Reads `PURSER_SECRET`: `id:secret`, newest first, separated by commas; a secret alone has the id `k1`.
 * Returns null where an entry is malformed, shorter than 32 characters, or an id is used twice.
 */
export function parseKeyring(text: string): Keyring | null {
  const secrets = new Map<string, string>();
  for (const part of text.split(',')) {
    const match = entryForm.exec(part.trim());
    const [id, secret] = [match?.[1] ?? 'k1', match?.[2]];
    if (secret === undefined || secrets.has(id)) return null;
    secrets.set(id, secret);
  }
  return keyring(secrets);
}

function keyring(secrets: ReadonlyMap<string, string>): Keyring {
  const keyIds = [...secrets.keys()];
  const [keyId = ''] = keyIds;
  const derived = new Map<string, KeyObject>();
  // One derived key per purpose, so that a tag of a cursor is never valid for a link.
  const keyFor = (purpose: string, id: string): KeyObject => {
    const name = `${purpose}\n${id}`;
    const known = derived.get(name);
    if (known) return known;
    const secret = secrets.get(id) ?? '';
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'purser', purpose, 32)));
    derived.set(name, key);
    return key;
  };
  const digestBy = (id: string, purpose: string, text: string): Buffer =>
    createHmac('sha256', keyFor(purpose, id)).update(text).digest();
  const tagBy = (id: string, purpose: string, text: string): Buffer =>
    digestBy(id, purpose, text).subarray(0, 16);
  return {
    keyId,
    sign: (purpose, text) => ({ keyId, tag: tagBy(keyId, purpose, text) }),
    verify(purpose, text, { keyId: id, tag }) {
      if (!secrets.has(id)) return false;
      const expected = tagBy(id, purpose, text);
      return tag.length === expected.length && timingSafeEqual(tag, expected);
    },
    digest: (purpose, text) => digestBy(keyId, purpose, text),
    digests: (purpose, text) => keyIds.map((id) => digestBy(id, purpose, text)),
    seal: (purpose, owner, text) => ({ keyId, bytes: encrypt(keyFor(purpose, keyId), owner, text) }),
    open: (purpose, owner, { keyId: id, bytes }) =>
      secrets.has(id) ? decrypt(keyFor(purpose, id), owner, bytes) : null,
  };
}

const [nonceLength, tagLength] = [12, 16];

/** Returns the nonce, the encrypted text and the tag. */
function encrypt(key: KeyObject, owner: string, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, owner: string, bytes: Buffer): string | null {
  if (bytes.length < nonceLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return (
      decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return null; // the tag does not fit
  }
}
