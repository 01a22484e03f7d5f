import { say } from 'en16931-rules/vocabulary/message.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { Translator } from '../../domain/words/translator.ts';
import { OPERATOR_OWNER, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import { translatorFor, type EventWording } from './word-event.ts';

interface Ports extends EventWording {
  readonly webhooks: Pick<WebhookStore, 'find' | 'claimNotice'>;
  /** Undefined without `SMTP_URL`: what would be mailed is logged and counted. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'noticeSent'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Tells a webhook's contact of dead deliveries, once a day (UTC). */
export class TellDeadDeliveries {
  constructor(private readonly ports: Ports) {}

  /** Never fails: a delivery is dead whether or not its contact could be told. */
  run(owner: string): void {
    this.tell(owner).catch((err: unknown) => {
      this.ports.telemetry.noticeSent('failed');
      this.ports.log.warn({ owner, err }, 'the contact could not be told of dead webhook deliveries');
    });
  }

  private async tell(owner: string): Promise<void> {
    const { webhooks, mailer, clock, telemetry, log } = this.ports;
    const webhook = await webhooks.find(owner);
    if (!webhook) return;
    const day = dayOf(clock.now());
    // Claimed before the mail leaves: a crash in between costs one mail, not two in one day.
    if (!(await webhooks.claimNotice(owner, day))) return;
    const { contactEmail } = webhook;
    if (contactEmail === null || !mailer) {
      telemetry.noticeSent('logged');
      log.info(
        { owner, has_contact: contactEmail !== null },
        'webhook deliveries are dead, and no mail was sent',
      );
      return;
    }
    const mail = mailOf(webhook, await translatorFor(owner, this.ports));
    const { outcome } = await mailer.send({ to: contactEmail, ...mail });
    // A mail whose answer was lost may have arrived: it counts as sent, as the day is claimed.
    if (outcome !== 'accepted' && outcome !== 'lost') throw new Error(`the mail server: ${outcome}`);
    telemetry.noticeSent('sent');
  }
}

function mailOf(
  { owner, url }: Webhook,
  { text }: Pick<Translator, 'text'>,
): { readonly subject: string; readonly text: string } {
  const { origin } = new URL(url);
  const what =
    owner === OPERATOR_OWNER
      ? say('calls.events-of-service-could-not-be-delivered-to', { address: origin })
      : say('calls.events-of-client-could-not-be-delivered-to', { client: owner, address: origin });
  return {
    subject: text(say('calls.invoice-events-could-not-be-delivered-to-your')),
    text: [
      text(what),
      text(say('calls.they-are-kept-get-webhook-deliveries-state-dead')),
      text(say('calls.this-message-is-sent-at-most-once-day')),
      '',
    ].join('\n'),
  };
}
