import type { Call } from './network.ts';

/** The parts of a multipart body; undefined if it is not one. */
export async function formIn({
  headers,
  body,
}: Pick<Call, 'headers' | 'body'>): Promise<FormData | undefined> {
  try {
    const type = headers['content-type'] ?? '';
    return await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  } catch {
    return undefined;
  }
}
