import { BlockList, isIP } from 'node:net';

/** A set of IP addresses. IPv4 addresses that are mapped to IPv6 count as IPv4. */
export type Networks = { has: (address: string) => boolean };

/** Reads IP addresses and CIDR ranges, separated by commas. Returns null if one of them is invalid. */
export function parseNetworks(text: string): Networks | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((each) => each.trim())) {
    const [address = '', prefix, ...others] = entry.split('/');
    const family = familyOf(address);
    const isRange = prefix !== undefined && /^[0-9]{1,3}$/.test(prefix);
    if (!family || others.length > 0 || (prefix !== undefined && !isRange)) return null;
    if (prefix === undefined) list.addAddress(address, family);
    else if (Number(prefix) > (family === 'ipv4' ? 32 : 128)) return null;
    else list.addSubnet(address, Number(prefix), family);
  }
  return {
    has: (address) => {
      const family = familyOf(address);
      return family !== null && list.check(address, family);
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** Returns an address without the port that some proxies add: `192.0.2.1:443` or, with brackets, `[2001:db8::1]:443`. */
export function withoutPort(text: string): string {
  const [, address = text] =
    /^(?:([0-9.]+)|\[([0-9a-f:.%\w]+)\])(?::[0-9]+)?$/i.exec(text)?.filter(Boolean) ?? [];
  return address;
}

/**
 * Returns what one client is counted by: its IPv4 address, or the /64 of its IPv6 address, since a client has all
 * addresses of a /64. An IPv4 address that is mapped to IPv6 counts as IPv4. A text that is no address is returned.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`); // in the form of RFC 5952
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

function bytesOf(group: string): [number, number] {
  const value = parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
