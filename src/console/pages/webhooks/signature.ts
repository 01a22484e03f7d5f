import { verifyWebhook, WebhookRefused } from '../../../client/client.ts';

/** A receiver refuses what is older: the header may have been sent by somebody else again. */
const MAX_AGE_MS = 300_000;

export type Verdict =
  | { readonly kind: 'right'; readonly ageMs: number; readonly isOld: boolean }
  | { readonly kind: 'wrong'; readonly why: 'no-header' | 'no-match' };

interface Pasted {
  /** The header alone, or all headers as they came. */
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
}

/** Nothing leaves the tab. The age is judged apart from the signature: a pasted message was sent a while ago. */
export async function checkSignature({ headers, body, secret }: Pasted, now: Date): Promise<Verdict> {
  const header = /t=\d{1,12}(?:\s*,\s*v1=[0-9a-f]{64})+/.exec(headers)?.[0];
  const seconds = Number(/^t=(\d+)/.exec(header ?? '')?.[1]);
  if (!header) return { kind: 'wrong', why: 'no-header' };
  const signedAt = new Date(seconds * 1000);
  // An editor often adds a line at the end.
  for (const text of new Set([body, body.trimEnd()]))
    if (await fits(header, text, secret.trim(), signedAt)) {
      const ageMs = now.getTime() - signedAt.getTime();
      return { kind: 'right', ageMs, isOld: Math.abs(ageMs) > MAX_AGE_MS };
    }
  return { kind: 'wrong', why: 'no-match' };
}

async function fits(header: string, body: string, secret: string, now: Date): Promise<boolean> {
  if (!secret) return false;
  try {
    await verifyWebhook({ headers: { 'x-service-signature': header }, body, secret, now });
    return true;
  } catch (error) {
    // Signed, and no JSON: the signature is right all the same.
    if (error instanceof SyntaxError) return true;
    if (error instanceof WebhookRefused) return false;
    throw error;
  }
}
