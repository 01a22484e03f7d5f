import { OutboundClient } from '../../adapters/outbound/outbound-client.ts';
import { isLoopbackHost } from '../../domain/is-loopback-host.ts';
import { NotRun } from '../frame/endings.ts';
import { ENGLISH } from '../frame/english.ts';

/** The keys of a service answer at once; a set of many retired ones has some KB. */
const PATIENCE_MS = 20_000;
const MAX_KEYS_BYTES = 1_000_000;

/** @throws NotRun if others can change the keys on their way */
export function requireSafeWay(url: string): void {
  const address = new URL(url);
  if (address.protocol !== 'https:' && !isLoopbackHost(address))
    throw new NotRun(
      `Not verified: over http:// the keys of ${url} can be changed on their way. Use https://, or --keys.`,
    );
}

/**
 * The published keys of a service that the caller has named.
 * @param hint what to do without them
 * @throws NotRun if they cannot be had as the service sent them
 */
export async function publishedKeys(url: string, hint: string): Promise<string> {
  const address = `${url}/.well-known/jwks.json`;
  const answer = await new OutboundClient().call({
    method: 'GET',
    url: address,
    namedBy: 'operator',
    timeoutMs: PATIENCE_MS,
    maxBytes: MAX_KEYS_BYTES,
  });
  if (answer.outcome === 'answered' && answer.status === 200)
    return Buffer.from(answer.body).toString('utf8');
  const why = answer.outcome === 'answered' ? `it answers ${answer.status}` : ENGLISH.text(answer.reason);
  throw new NotRun(`Not verified: the keys at ${address} cannot be read (${why}). ${hint}`);
}
