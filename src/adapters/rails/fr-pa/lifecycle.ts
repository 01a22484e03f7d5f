import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import type { BuyerStatus } from '../../../domain/vocabulary/buyer-status.ts';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { FrenchLifecycle } from '../../../domain/routes/fr-pa/document-kinds.ts';
import type { RouteMessage } from '../../../ports/rail/route-messages.ts';
import { isRepeated, type LifecycleMessage, readCdar } from './cdar.ts';
import {
  BUYERS_REJECTIONS,
  PLATFORM_STATUSES as statuses,
  REJECTIONS,
  REMARKS,
  REPORT_REJECTIONS,
  mappingFor,
} from './status-mappings.ts';
import { inWords } from './flow.ts';

type Effect = RouteMessage['effect'];

const eventOnly = (): Effect => ({ kind: 'event-only' });
const status = (of: BuyerStatus) => (): Effect => ({ kind: 'status', status: of });
/** A buyer who asks says why, or gives no reason. */
const question =
  (of: BuyerStatus) =>
  ({ reasons }: LifecycleMessage): Effect => {
    const stated = reasons.slice(0, MOST).map(({ code, text }) => {
      const { message, code: row } = mappingFor(BUYERS_REJECTIONS, code);
      return row === OTHER && text !== undefined ? quoted(text) : message;
    });
    const message = stated.length > 0 ? sentences(...stated) : say('networks.buyer-gives-no-reason');
    return { kind: 'status', status: of, words: { message } };
  };
const trouble = (mapping: StatusMapping) => (): Effect => ({ kind: 'trouble', mapping });

/** The meaning of each status for the invoice (XP Z12-012; decisions, "buyer_status"). */
const STATUSES: Readonly<Record<FrenchLifecycle, (message: LifecycleMessage) => Effect>> = {
  200: ({ reasons }) => ({
    kind: 'answer',
    mapping: statuses.deposited,
    ...(reasons.length > 0 && { remarks: reasons.map(({ code }) => mappingFor(REMARKS, code)) }),
  }),
  201: eventOnly,
  202: eventOnly,
  203: () => ({ kind: 'answer', mapping: statuses.madeAvailable }),
  204: status('in_process'),
  205: status('accepted'),
  206: status('partially_accepted'),
  207: question('disputed'),
  208: question('suspended'),
  209: status('completed'),
  210: (message) => ({
    kind: 'status',
    status: 'refused',
    reason: reasonOf(message.reasons, BUYERS_REJECTIONS),
  }),
  211: status('payment_sent'),
  212: ({ collected, setAt }) => ({
    kind: 'status',
    status: 'paid',
    ...(collected.length > 0 && { paid: collected, ...(setAt !== undefined && { paidAt: setAt }) }),
  }),
  213: (message) => ({ kind: 'answer', mapping: reasonOf(message.reasons, REJECTIONS) }),
  214: eventOnly,
  220: () => ({ kind: 'trouble', mapping: statuses.cancelled, cancels: true }),
  221: trouble(statuses.astray),
  224: eventOnly,
  225: eventOnly,
  226: eventOnly,
  227: trouble(statuses.accountChanged),
  228: trouble(statuses.claimRefused),
  501: (message) => ({ kind: 'answer', mapping: reasonOf(message.reasons, REJECTIONS) }),
};

/** XP Z12-012. */
const LABELS: Readonly<Partial<Record<FrenchLifecycle, string>>> = {
  201: 'Émise',
  202: 'Reçue',
  214: 'Visée',
  220: 'Annulée',
  224: 'Demande de paiement direct',
  225: 'Affacturée',
  226: 'Affacturée confidentiel',
  227: 'Changement de compte à payer',
  228: 'Non affacturée',
};

/** Statuses that settle the submission. The first one that comes is the proof. */
const RECEIPTS: ReadonlySet<string> = new Set(['200', '213', '501']);

/** The reason that the sender has to explain. */
const OTHER = 'AUTRE';

/** The row of the first reason, with the platform's words if they add to the code. */
function reasonOf(
  [first]: LifecycleMessage['reasons'],
  rows: ReadonlyMap<string, StatusMapping>,
): StatusMapping {
  const mapping = mappingFor(rows, first?.code);
  if (!first || (mapping.code === first.code && mapping.code !== OTHER)) return mapping;
  const response = { code: first.code, ...(first.text !== undefined && { message: first.text }) };
  return { ...mapping, ...inWords(mapping.message, response) };
}

/** @returns undefined if it is not a message about an invoice, or if its code is not about one. */
export function lifecycleMessage(bytes: Uint8Array): RouteMessage | undefined {
  const message = readCdar(bytes);
  if (message?.code === '300' || message?.code === '301') return verdictOn(message, bytes);
  if (!message || !ABOUT_INVOICES.test(message.code)) return undefined;
  const { code, invoiceNumber, issueDate, seller } = message;
  const meaning = isKnown(code) ? STATUSES[code] : eventOnly;
  return {
    kind: isKnown(code) ? `fr-lifecycle-${code}` : 'fr-lifecycle-other',
    ...(RECEIPTS.has(code) && { settlesAs: 'fr-lifecycle' }),
    bytes,
    about: {
      invoiceNumber,
      ...(issueDate !== undefined && { issueDate }),
      // A message that names no seller may be about another seller's invoice.
      sellerId: seller ?? '',
    },
    effect: meaning(message),
    repeats: (earlier) => isRepeated(message, readCdar(earlier)),
    ...setAtOf(message),
    raw: {
      message: 'lifecycle',
      code,
      ...lifecycleOf(code),
      reasons: codesOf(message),
    },
  };
}

/** Format 204. The standard does not say which zone it has: UTC is at most two hours off. */
function setAtOf({ setAt = '' }: LifecycleMessage): Pick<RouteMessage, 'setAt'> {
  const stated = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(setAt);
  if (!stated) return {};
  const [, year, month, day, hour, minute, second] = stated;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? {} : { setAt: at };
}

/** The administration's word on a report, which it names by the report's own id: that is the tracking id of its flow. */
const verdictOn = (message: LifecycleMessage, bytes: Uint8Array): RouteMessage => ({
  kind: 'tax-report-answer',
  bytes,
  about: { submissionId: message.invoiceNumber },
  effect: {
    kind: 'answer',
    mapping: message.code === '300' ? statuses.reportTaken : reasonOf(message.reasons, REPORT_REJECTIONS),
  },
  raw: { message: 'lifecycle', code: message.code, reasons: codesOf(message) },
});

const codesOf = ({ reasons }: LifecycleMessage): readonly string[] =>
  reasons
    .map((one) => one.code)
    .filter(isCode)
    .slice(0, MOST);

const MOST = 20;
/** Only codes: other texts may quote the invoice. */
const isCode = (text: string): boolean => /^[A-Z0-9_]{1,40}$/.test(text);

const isKnown = (code: string): code is FrenchLifecycle => Object.hasOwn(STATUSES, code);

/** 250 and 251 are about data for the administration (XP Z12-012). */
const ABOUT_INVOICES = /^(?:2(?!5[01])\d\d|501)$/;

/** A status that changes no state is named in the event. */
function lifecycleOf(code: string): {
  readonly lifecycle?: { readonly code: string; readonly label?: string };
} {
  if (!isKnown(code)) return { lifecycle: { code } };
  const label = LABELS[code];
  return label === undefined ? {} : { lifecycle: { code, label } };
}
