import { evictOldest } from '../../lib/evict-oldest.ts';
import { type Authority, type AuthorityView, emptyAuthority } from '../model/state.ts';

/**
 * The authority that a session keeps between batches. Authority seldom changes, and reading it for each payment costs
 * a fifth of the database's work. Triggers increment one number in every transaction that changes authority, and each
 * batch reads this number after its locks. The cache belongs to one session, since the next session may connect to
 * another database.
 */
export type AuthorityCache = { version: bigint | null; authority: Authority };

const maxCached = 20_000; // entries of each kind

export function emptyAuthorityCache(): AuthorityCache {
  return { version: null, authority: emptyAuthority() };
}

/** Returns what is cached, after evicting the oldest entries of each kind above `maxCached`. */
export function cachedAuthority({ authority }: AuthorityCache): AuthorityView {
  for (const entries of Object.values(authority)) evictOldest(entries, maxCached);
  return authority;
}

/**
 * Returns the authority that a batch decides by. If the version is still that of the cache, what the batch has loaded
 * is added to the cache, and the batch decides by the cache. Otherwise the cache is emptied. What the batch has
 * loaded is not cached then, since it may have been read before the version was; the batch decides by it, unless it
 * relied on the cache for something (`usesCache`): then the result is null.
 */
export function currentAuthority(
  cache: AuthorityCache,
  loaded: Authority,
  version: bigint | null,
  usesCache: boolean,
): AuthorityView | null {
  if (version !== null && version === cache.version) {
    addTo(cache.authority, loaded);
    return cache.authority;
  }
  cache.version = version;
  cache.authority = emptyAuthority();
  return usesCache ? null : loaded;
}

/** Adds addresses that were read behind the version, and freezes them like all entries. */
export function addAddresses({ addresses }: Authority, loaded: Pick<Authority, 'addresses'>): void {
  for (const [partyId, all] of loaded.addresses) addresses.set(partyId, Object.freeze(all));
}

/** Freezes the entries, since every later batch reads the same objects. */
function addTo(authority: Authority, loaded: Authority): void {
  for (const [id, key] of loaded.activeCredentials) authority.activeCredentials.set(id, Object.freeze(key));
  for (const [id, agent] of loaded.agents) authority.agents.set(id, Object.freeze(agent));
  for (const [id, party] of loaded.parties) authority.parties.set(id, Object.freeze(party));
  for (const [key, owner] of loaded.contacts) authority.contacts.set(key, Object.freeze(owner));
  addAddresses(authority, loaded);
  for (const [pair, delegation] of loaded.delegations) {
    for (const grant of delegation.grants) Object.freeze(grant);
    Object.freeze(delegation.grants);
    authority.delegations.set(pair, Object.freeze(delegation));
  }
}
