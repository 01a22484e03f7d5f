import { say } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';

/** What answers of the mail server mean for the mail of a document. */
export const MAIL_STATUSES = {
  taken: {
    networkStatus: 'SMTP 250',
    source: 'RFC 5321 section 4.2.5: the server takes the responsibility for the mail',
    meaning: 'accepted',
    message: say('networks-de-xrechnung.taken.message'),
  },
  recipientRefused: {
    networkStatus: 'SMTP 5xx to RCPT',
    source: 'RFC 5321 section 4.2.1: a permanent refusal',
    meaning: 'refused',
    code: 'EI-MAIL-ADDRESS',
    owner: 'client',
    message: say('networks-de-xrechnung.recipient-refused.message'),
  },
  refused: {
    networkStatus: 'SMTP 5xx',
    source: 'RFC 5321 section 4.2.1: a permanent refusal; RFC 1870: the mail is too large',
    meaning: 'refused',
    code: 'EI-MAIL-REFUSED',
    owner: 'us',
    message: say('networks-de-xrechnung.refused.message'),
  },
  logInRefused: {
    networkStatus: 'SMTP log-in refused',
    source: 'RFC 4954 section 6',
    meaning: 'not-taken',
    code: 'EI-MAIL-SERVER',
    owner: 'us',
    message: say('networks-de-xrechnung.log-in-refused.message'),
    opensCareAtOnce: true,
    heals: true,
  },
  noServer: {
    networkStatus: 'no mail server',
    source: 'this service: SMTP_URL',
    meaning: 'not-taken',
    code: 'EI-MAIL-SERVER',
    owner: 'us',
    message: say('networks-de-xrechnung.no-server.message'),
    opensCareAtOnce: true,
    heals: true,
  },
  deferred: {
    networkStatus: 'SMTP 4xx',
    source: 'RFC 5321 section 4.2.1: a transient refusal',
    meaning: 'not-taken',
    code: 'EI-MAIL-UNAVAILABLE',
    owner: 'us',
    message: say('networks-de-xrechnung.deferred.message'),
  },
  unreachable: {
    networkStatus: 'mail server unreachable',
    source: 'no connection: DNS, TCP or TLS',
    meaning: 'not-taken',
    code: 'EI-MAIL-UNAVAILABLE',
    owner: 'us',
    message: say('networks-de-xrechnung.unreachable.message'),
  },
  answerLost: {
    networkStatus: COMMON_STATUSES.answerLost.networkStatus,
    source: 'RFC 5321 section 4.5.3.2.6: the mail has left, and no answer came',
    meaning: 'unclear',
    code: 'EI-MAIL-UNKNOWN',
    owner: 'us',
    message: say('networks-de-xrechnung.answer-lost.message'),
  },
  cannotTell: {
    networkStatus: 'no look-up',
    source: 'RFC 5321: the protocol has no question about a mail',
    meaning: 'cannot-tell',
    message: say('networks-de-xrechnung.cannot-tell.message'),
  },
} as const satisfies Record<string, StatusMapping>;
