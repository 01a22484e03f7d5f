import { NotRun } from '../frame/endings.ts';

/** The keys of a service answer at once; a set of many retired ones has some KB. */
const PATIENCE_MS = 20_000;
const MAX_KEYS_BYTES = 1_000_000;

/** What never leaves this machine, so that no other can change it on its way. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** The published keys of a service that the caller has named. @throws NotRun if they cannot be had as it sent them */
export async function publishedKeys(url: string): Promise<string> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !LOOPBACK.test(hostname))
    throw new NotRun(
      `Not verified: over http:// the keys of ${url} can be changed on their way. Use https://, or --keys.`,
    );
  const address = `${url}/.well-known/jwks.json`;
  try {
    // A redirect would lead to keys of another address than the caller trusts.
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return await textOf(response);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotRun(
      `Not verified: the keys at ${address} cannot be read (${why}). Save them, and name them with --keys.`,
    );
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_KEYS_BYTES) throw new Error('it is too long for a set of keys');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
