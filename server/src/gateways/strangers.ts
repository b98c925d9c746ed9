import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, type Dispatcher, fetch as fetchBy } from 'undici';

/** An HTTP request to an address that somebody else has chosen. */
export type StrangeRequest = { url: string; headers: Record<string, string>; body: string };

/** What became of it: the status and the start of the answer, or why there was none, as a code without any address. */
export type StrangeAnswer = {
  status: number | null;
  retryAfter: string | null;
  body: string | null;
  error: 'forbidden_address' | 'timeout' | 'network' | 'tls' | null;
};

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** A client that keeps connections to strangers open between requests. */
export type StrangeClient = { post: (request: StrangeRequest) => Promise<StrangeAnswer>; close: () => void };

const timeout_ms = 15_000;
const idle_ms = 30_000;
const maxAnswer = 64 * 1024; // bytes that are read
const maxKept = 1_024; // characters that are kept
const maxSockets = 32;

// Everything that the IANA registries of special-purpose addresses do not call globally reachable. Of IPv6, only global
// unicast is open at all; what embeds an IPv4 address in it is closed, because it could lead to a private one.
const closedV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
// Public by the registries, and inside a cloud the way to its own services: Azure, IBM Cloud (2), Google Cloud (2).
const closedInClouds = [
  ['168.63.129.16', 32],
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['199.36.153.4', 30],
  ['199.36.153.8', 30],
] as const;
const closedV6 = [
  ['::', 3], // unspecified, loopback, mapped and translated IPv4
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1], // local and multicast
] as const;
// A list of each family: Node compares an IPv4 address with the ranges of IPv6 too.
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix] of [...closedV4, ...closedInClouds]) closed.ipv4.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of closedV6) closed.ipv6.addSubnet(net, prefix, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns whether nothing may be sent to an IP address: it is not one that everybody on the Internet could reach. */
export function isForbidden(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (allowLoopback && loopback.check(address, type)) return false;
  return closed[type].check(address, type);
}

/** Returns the IP address that is the host of a URL; null if that is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

// Not getaddrinfo: it would hold one of the process's few threads for as long as a stranger's server of names is silent.
const resolver = new Resolver({ timeout: 4_000, tries: 2 });

async function resolveByDns(host: string): Promise<LookupAddress[]> {
  if (host === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw new Error('the name leads to no address');
  return found;
}

class Forbidden extends Error {}

/**
 * Creates a client for one stranger. Redirects are answers like any other. A request ends after 15 s, and no more than
 * 64 KiB of an answer is read (guarantees, rule 19).
 */
export function createStrangeClient(allowLoopback: boolean, resolve: Resolve = resolveByDns): StrangeClient {
  const agent = createAgent(allowLoopback, resolve);
  return {
    post(request) {
      const url = new URL(request.url);
      if (isForbiddenLiteral(url, allowLoopback)) return Promise.resolve(none('forbidden_address'));
      return send(agent, url, request);
    },
    close: () => void agent.destroy(),
  };
}

/**
 * Returns a `fetch` for documents of strangers, under the same rules of addresses. It follows no redirect; the caller bounds
 * its time, and how much of the answer it reads. It rejects an address that is forbidden.
 */
export function createStrangeFetch(allowLoopback: boolean, resolve: Resolve = resolveByDns): typeof fetch {
  const dispatcher = createAgent(allowLoopback, resolve);
  return async (to, options) => {
    const url = new URL(to instanceof Request ? to.url : to);
    if (isForbiddenLiteral(url, allowLoopback)) throw new Forbidden('forbidden address');
    const { method = 'GET', headers, signal } = options ?? {};
    const sent = { method, headers: [...new Headers(headers)], signal: signal ?? null };
    const answer: unknown = await fetchBy(url, { ...sent, redirect: 'manual', dispatcher });
    return answer as Response;
  };
}

function isForbiddenLiteral(url: URL, allowLoopback: boolean): boolean {
  const address = literalAddress(url);
  return address !== null && isForbidden(address, allowLoopback);
}

/**
 * Returns what connects to strangers: each connection resolves the host once, refuses it if any of its addresses is
 * forbidden, and connects to one of exactly these.
 */
function createAgent(allowLoopback: boolean, resolve: Resolve): Agent {
  const openAddresses = callbackify(async (host: string) => {
    const found = await resolve(host);
    if (found.length > 0 && !found.some(({ address }) => isForbidden(address, allowLoopback))) return found;
    throw new Forbidden('forbidden address');
  });
  const pinned: LookupFunction = (host, options, callback) =>
    openAddresses(host, (error, found) => {
      const [first] = error ? [] : found;
      if (!first) callback(error, '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  return new Agent({
    connections: maxSockets,
    allowH2: false,
    keepAliveTimeout: idle_ms,
    // One timer for the whole request, below.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinned, timeout: timeout_ms },
  });
}

function none(error: StrangeAnswer['error']): StrangeAnswer {
  return { status: null, retryAfter: null, body: null, error };
}

/** Sends a request. The status decides, so it counts even if the rest of the answer does not come. */
function send(agent: Agent, url: URL, { headers, body }: StrangeRequest): Promise<StrangeAnswer> {
  return new Promise((resolve) => {
    const answer: StrangeAnswer = none(null);
    const parts: Buffer[] = [];
    let length = 0;
    let sending: Dispatcher.DispatchController | null = null;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (sending) sending.abort(new Error('timeout'));
      else done('timeout'); // it has not connected
    }, timeout_ms);
    const done = (error: StrangeAnswer['error']): void => {
      clearTimeout(timer);
      if (answer.status === null) return resolve(none(error));
      const text = Buffer.concat(parts).toString('utf8').slice(0, maxKept).replaceAll('\0', '');
      return resolve({ ...answer, body: text });
    };
    agent.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body },
      {
        onRequestStart(controller) {
          sending = controller;
          if (isLate) controller.abort(new Error('timeout'));
        },
        onResponseStart(_controller, status, { 'retry-after': retryAfter }) {
          if (status < 200) return; // informational
          answer.status = status;
          answer.retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
        },
        onResponseData(controller, part) {
          length += part.length;
          if (length <= maxAnswer) parts.push(part);
          else controller.abort(new Error('long enough'));
        },
        onResponseEnd: () => done('network'),
        onResponseError: (_controller, error) => done(isLate ? 'timeout' : kindOf(error)),
      },
    );
  });
}

function kindOf(error: Error & { code?: string }): StrangeAnswer['error'] {
  if (error instanceof Forbidden) return 'forbidden_address';
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(error.code ?? '')
    ? 'tls'
    : 'network';
}
