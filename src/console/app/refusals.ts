import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { service } from './session.ts';

type Refusal = components['schemas']['Refusal'];

/** What still waits for its correction. */
export const notSentAgain = (refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.filter(({ sent_again_as: later }) => later === undefined);

/** Of the newest page: those that still wait for their correction. @param client all that the reader may see if left out. */
export async function readNotTaken(
  client: string | undefined,
  signal?: AbortSignal,
): Promise<readonly Refusal[]> {
  const query = client ? { client } : {};
  const { data } = await dataOf(
    service().api.GET('/refusals', { params: { query }, ...(signal && { signal }) }),
  );
  return notSentAgain(data);
}
