import { isOverlapping, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { DeliverySigner } from '../../ports/delivery-signer.ts';

export interface SigningTools {
  readonly signer: DeliverySigner;
  readonly content: Pick<TextSealer, 'openText'>;
}

export interface DeliveryRequest {
  readonly eventId: string;
  /** From 1. */
  readonly attempt: number;
  /** The stored event, byte for byte. */
  readonly text: string;
}

/**
 * Headers of one attempt: ours (contract 6) and those of Standard Webhooks 1.0 (extension), both with the new secret and, during the
 * overlap, the old one.
 * @param now real time, also if the service's clock was moved: receivers compare it with theirs.
 * @throws CallFailed `no-master-key`
 */
export async function signDelivery(
  webhook: Webhook,
  { eventId, attempt, text }: DeliveryRequest,
  now: Date,
  { signer, content }: SigningTools,
): Promise<Readonly<Record<string, string>>> {
  const { owner, sealedSecret, sealedPreviousSecret } = webhook;
  const sealed = [sealedSecret];
  if (sealedPreviousSecret !== undefined && isOverlapping(webhook, now)) sealed.push(sealedPreviousSecret);
  const secrets = await Promise.all(sealed.map((secret) => content.openText(owner, secret)));
  const t = Math.floor(now.getTime() / 1000);
  const ours = secrets.map((secret) => `v1=${signer.contractSignature(secret, `${t}.${text}`)}`);
  const standard = secrets.map(
    (secret) => `v1,${signer.standardSignature(secret, `${eventId}.${t}.${text}`)}`,
  );
  return {
    'Content-Type': 'application/json',
    'X-Service-Signature': [`t=${t}`, ...ours].join(','),
    'X-Service-Event-Id': eventId,
    'X-Service-Delivery-Attempt': String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(t),
    'webhook-signature': standard.join(' '),
  };
}
