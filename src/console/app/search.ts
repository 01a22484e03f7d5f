import { about } from './about.ts';
import { navigate, path, query, withQuery } from './router.ts';
import { isOperator, ownKey } from './session.ts';

/** Names and amounts are searched if the service keeps hashes of their words, and in one client at a time. */
export function searchedParts(): 'numbers' | 'all' | 'all-of-one' {
  if (!about.value?.party_search) return 'numbers';
  const key = ownKey.value;
  return key && isOperator(key) && !query.value.get('client') ? 'all-of-one' : 'all';
}

/** Opens what the one search finds, in the client that is chosen; filters of an earlier search stay. */
export function search(q: string): void {
  if (path.value === '/search') return navigate(withQuery({ q, after: undefined, sel: undefined }));
  navigate(searchFor(q));
}

/** The address of the search, in the client that is chosen. */
export function searchFor(q: string): string {
  const client = query.value.get('client');
  return `/search?${new URLSearchParams({ ...(q && { q }), ...(client && { client }) })}`;
}
