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
