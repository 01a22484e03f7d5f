import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Settings } from './settings/settings.ts';
import type { Traced } from './bind-tracing.ts';

/** Undefined without `SMTP_URL`: what would be mailed is logged. */
export const mailerOf = ({ smtpUrl }: Pick<Settings, 'smtpUrl'>, traced: Traced): Mailer | undefined =>
  smtpUrl === undefined ? undefined : traced.mailer(new SmtpMailer(smtpUrl));
