import { ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import type { Digests } from '../../ports/digests.ts';

interface Ports {
  readonly digests: Pick<Digests, 'sha256'>;
  readonly operatorKey?: string | undefined;
}

/**
 * The stored hash of the secret of a link or a session. What `OPERATOR_KEY` made ends when that is changed: no store has that key, so the
 * hash covers it, too.
 * @param madeBy the key, or the person.
 */
export const secretHash = (
  { digests, operatorKey = '' }: Ports,
  secret: string,
  madeBy: string | undefined,
): string => digests.sha256(madeBy === ENVIRONMENT_OPERATOR_KEY_ID ? secret + operatorKey : secret);
