import { about } from '../app/about.ts';
import { query } from '../app/router.ts';
import { isOperator, ownKey } from '../app/session.ts';

/** What the search finds: buyers only in the list of one client, and only if the service keeps hashes of their words. */
export function searches(): 'numbers' | 'buyers' | 'buyers-of-one' {
  if (!about.value?.party_search) return 'numbers';
  const key = ownKey.value;
  return key && isOperator(key) && !query.value.get('client') ? 'buyers-of-one' : 'buyers';
}
