import { evictOldest } from '../../lib/evict-oldest.ts';
import { emptyAuthority, putDelegation } from '../model/state.ts';
import type { Authority, AuthorityView } from '../model/state.ts';

/**
 * What a session knows of authority, from batch to batch: it changes seldom, and reading it for each payment costs a fifth
 * of the database's work. Every change of it increments one number in its own transaction (triggers, migration 20), which
 * each batch reads after its locks. The cache ends with the session, since the next session may be with another database.
 */
export type AuthorityCache = { version: bigint | null; authority: Authority };

const maxCached = 20_000; // of each kind; of delegations so many customers, who have few each

/** A cache with nothing in it. */
export function emptyAuthorityCache(): AuthorityCache {
  return { version: null, authority: emptyAuthority() };
}

/** What is cached, after the oldest entries were evicted where there are too many. */
export function cachedAuthority({ authority }: AuthorityCache): AuthorityView {
  for (const entries of Object.values(authority)) evictOldest(entries, maxCached);
  return authority;
}

/**
 * The authority that a batch decides by. Where the version is still the cached one, that is the cache and what the batch
 * has loaded, which joins the cache. Otherwise the cache is emptied and nothing joins it, since the batch may have read it
 * before it read the version; the batch decides by what it has loaded. Null where it had left something to the cache.
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

/** Entries are frozen, since every later batch reads the same ones. */
function addTo(authority: Authority, loaded: Authority): void {
  for (const id of loaded.activeCredentials) authority.activeCredentials.add(id);
  for (const [id, agent] of loaded.agents) authority.agents.set(id, Object.freeze(agent));
  for (const [id, party] of loaded.parties) authority.parties.set(id, Object.freeze(party));
  for (const [key, owner] of loaded.contacts) authority.contacts.set(key, Object.freeze(owner));
  for (const [customer, delegates] of loaded.delegations) {
    for (const [delegate, delegation] of delegates) {
      for (const grant of delegation.grants) Object.freeze(grant);
      Object.freeze(delegation.grants);
      putDelegation(authority, customer, delegate, Object.freeze(delegation));
    }
  }
}
