import type { OutboundRecorder } from '../adapters/outbound/recorded-outbound.ts';
import { MailRail } from '../adapters/rails/de-xrechnung/mail-rail.ts';
import { MAIL_STATUSES } from '../adapters/rails/de-xrechnung/status-mappings.ts';
import type { Mailing } from '../application/mailing/address-mail.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import type { Mailer } from '../ports/mailer.ts';

interface Ports extends Pick<Mailing, 'clients'> {
  readonly calls: OutboundRecorder;
  readonly mailer: Mailer | undefined;
}

/** Documents that are ready for pick-up are mailed to buyers whom clients name, through `SMTP_URL`. */
export function mailingOf({ clients, calls, mailer }: Ports): Mailing | undefined {
  const route = ROUTE_PROFILES.find(({ mailing }) => mailing)?.name;
  if (route === undefined) return undefined;
  return {
    clients,
    carrier: new MailRail(route, mailer && calls.recordMails(mailer)),
    recorder: calls,
    unknown: MAIL_STATUSES.answerLost,
  };
}
