import { signingSecrets, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { DeliverySigner } from '../../ports/delivery-signer.ts';

export interface SignaturePorts {
  /** The clock of the service: rotations have its time. */
  readonly clock: Clock;
  /** Receivers compare the time of a signature with theirs. */
  readonly realClock: Clock;
  readonly signer: DeliverySigner;
  readonly content: Pick<TextSealer, 'openText'>;
}

interface DeliveryRequest {
  readonly eventId: string;
  /** From 1. */
  readonly attempt: number;
  /** What is sent, byte for byte. */
  readonly text: string;
}

/**
 * Headers of one attempt: ours (contract 6) and those of Standard Webhooks 1.0 (extension), both with the new secret and, during the
 * overlap, the old ones.
 * @throws CallFailed `no-master-key`
 */
export async function signDelivery(
  webhook: Webhook,
  { eventId, attempt, text }: DeliveryRequest,
  { signer, content, clock, realClock }: SignaturePorts,
): Promise<Readonly<Record<string, string>>> {
  const secrets = await Promise.all(
    signingSecrets(webhook, clock.now()).map((sealed) => content.openText(webhook.owner, sealed)),
  );
  const t = Math.floor(realClock.now().getTime() / 1000);
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
