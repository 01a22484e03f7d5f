import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { DocumentKind } from '../../../domain/lifecycle/invoice-record.ts';
import type { RouteMessage } from '../../../ports/rail/route-messages.ts';
import { participantOf } from '../../../domain/routing/peppol-document.ts';
import { participantFrom } from './identifiers.ts';
import { all, type Element, readTree, textAt } from '../../xml/xml-tree.ts';
import { brokenMlsRules } from './mls-rules.ts';
import { RESPONSE_STATUSES } from '../../../domain/routes/peppol/statuses.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';
import { lineReasons, reasonsOf, saidWith, shownReasons, spokenLines } from './response-reasons.ts';

const ROOT = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
const MLS = 'urn:peppol:edec:mls:1.0';
const MLR = 'urn:fdc:peppol.eu:poacc:trns:mlr:3';
const ENVELOPE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** A parsed message. */
interface Incoming {
  readonly message: RouteMessage;
  /** The SBDH receiver (`<scheme>:<id>`, lower case), if it came in its envelope. */
  readonly envelopeTo?: string;
}

/**
 * Reads a UBL ApplicationResponse, alone or in its envelope (`routes`, 6.3).
 * @param account the participant for whom the credential sends.
 * @returns undefined if the document is not a known message.
 */
export function readIncoming(bytes: Uint8Array, account: string): Incoming | undefined {
  const root = readTree(bytes);
  if (!root) return undefined;
  const isEnveloped = root.local === 'StandardBusinessDocument' && root.uri === ENVELOPE;
  const header = isEnveloped ? all(root, 'StandardBusinessDocumentHeader')[0] : undefined;
  const response = isEnveloped ? all(root, 'ApplicationResponse')[0] : root;
  if (isEnveloped && !header) return undefined;
  if (response?.local !== 'ApplicationResponse' || response.uri !== ROOT) return undefined;
  const from = header && participantFrom(textAt(header, 'Sender/Identifier') ?? '');
  const to = header && participantFrom(textAt(header, 'Receiver/Identifier') ?? '');
  const message = readResponse(response, { bytes, account, from, to });
  return message && { message, ...(to !== undefined && { envelopeTo: to }) };
}

export const readMessage = (bytes: Uint8Array, account = ''): RouteMessage | undefined =>
  readIncoming(bytes, account)?.message;

interface Came {
  readonly bytes: Uint8Array;
  readonly account: string;
  /** The receiver that the envelope names. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readResponse(response: Element, came: Came): RouteMessage | undefined {
  const customization = textAt(response, 'CustomizationID') ?? '';
  if (customization === 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3') return buyersWord(response, came);
  if (customization === MLS || customization === MLR) return receiversWord(response, came);
  return undefined;
}

const DOCUMENT = 'DocumentResponse';

/** BIS 63: the buyer's answer (`routes`, 6.2). */
function buyersWord(response: Element, { bytes, account, from, to }: Came): RouteMessage | undefined {
  const code = textAt(response, `${DOCUMENT}/Response/ResponseCode`) ?? '';
  const invoiceNumber = textAt(response, `${DOCUMENT}/DocumentReference/ID`);
  const isKnown = Object.hasOwn(RESPONSE_STATUSES, code);
  if (invoiceNumber === undefined) return { ...BROKEN_RESPONSE, bytes, about: { namesNothing: true } };
  const reference = `${DOCUMENT}/DocumentReference`;
  const issueDate = /^\d{4}-\d{2}-\d{2}/.exec(textAt(response, `${reference}/IssueDate`) ?? '')?.[0];
  const typeCode = textAt(response, `${reference}/DocumentTypeCode`);
  const reasons = reasonsOf(response, `${DOCUMENT}/Response`);
  const isPart = code === 'PD' && reasons.some((reason) => reason.code === 'PPD');
  const status = RESPONSE_STATUSES[code as keyof typeof RESPONSE_STATUSES];
  const about = {
    invoiceNumber,
    ...(issueDate !== undefined && { issueDate }),
    ...(typeCode !== undefined && { typeCode }),
    parties: {
      from: [from, partyIn(response, 'SenderParty')].filter((address) => address !== undefined),
      to: [to, partyIn(response, 'ReceiverParty')].filter((address) => address !== undefined),
      account,
    },
  };
  if (!isKnown) return { ...BROKEN_RESPONSE, bytes, about };
  return {
    kind: `invoice-response-${code}` as DocumentKind,
    bytes,
    about,
    effect: isPart ? { kind: 'nothing' } : { kind: 'status', status, ...saidWith(status, reasons) },
    proves: statuses.delivered,
    raw: { message: 'invoice-response', code, ...shownReasons(reasons) },
  };
}

/** An answer whose code or invoice is missing or unknown says nothing: it is kept, and somebody looks at it. */
const BROKEN_RESPONSE = {
  kind: 'unmatched-answer',
  effect: { kind: 'trouble', mapping: statuses.brokenResponse },
  raw: { message: 'invoice-response', rules: ['ResponseCode', 'DocumentReference/ID'] },
} as const satisfies Partial<RouteMessage>;

/** An address that is not a Peppol participant is kept as it is. It fits no invoice. */
function partyIn(response: Element, role: string): string | undefined {
  const [endpoint] = all(response, `${role}/EndpointID`);
  if (!endpoint) return undefined;
  const scheme = endpoint.attributes.get('schemeID') ?? '';
  return participantOf({ scheme, id: endpoint.text }) ?? `${scheme}:${endpoint.text}`;
}

/** What the receiver's side says, and how a text with its reasons begins. */
const REJECTIONS = {
  notPassedOn: [statuses.notPassedOn, say('networks-peppol.refused-since.opening')],
  invalid: [statuses.invalidThere, say('networks-peppol.invalid-there.opening')],
  responseNotPassedOn: [statuses.responseNotPassedOn, say('networks-peppol.response-not-passed-on.opening')],
  responseInvalid: [statuses.responseInvalidThere, say('networks-peppol.response-invalid-there.opening')],
} as const;

/** MLS and its predecessor MLR: whether the receiver's side could forward the document (`routes`, 6.1). */
function receiversWord(response: Element, { bytes }: Came): RouteMessage | undefined {
  const code = textAt(response, `${DOCUMENT}/Response/ResponseCode`) ?? '';
  const submissionId = textAt(response, `${DOCUMENT}/DocumentReference/ID`);
  const isMls = textAt(response, 'CustomizationID') === MLS;
  const broken = isMls ? brokenMlsRules(response) : brokenMlrRules(code, submissionId);
  if (submissionId === undefined || broken.length > 0) return brokenWord(submissionId, bytes, broken);
  const lines = lineReasons(response, DOCUMENT);
  const isInvalid = lines.some((line) => OURS.has(line.code));
  const text = textAt(response, `${DOCUMENT}/Response/Description`);
  const rejection = ([mapping, opening]: readonly [StatusMapping, Text]) => ({
    mapping,
    words: { message: spokenLines(opening, text, lines) },
  });
  const ofInvoice = rejection(isInvalid ? REJECTIONS.invalid : REJECTIONS.notPassedOn);
  const ofStatus = rejection(isInvalid ? REJECTIONS.responseInvalid : REJECTIONS.responseNotPassedOn);
  return {
    kind: 'mls',
    bytes,
    about: { submissionId: submissionId.toLowerCase() },
    effect: code === 'RE' ? { kind: 'refused', ...ofInvoice, ofStatus } : { kind: 'confirmed' },
    proves: statuses.delivered,
    raw: { message: 'mls', code, ...shownReasons(lines) },
  };
}

/** The predecessor's own rules are not read here; without these members it says nothing. */
const brokenMlrRules = (code: string, submissionId: string | undefined): readonly string[] => [
  ...(/^(AP|AB|RE)$/.test(code) ? [] : ['ResponseCode']),
  ...(submissionId === undefined ? ['DocumentReference/ID'] : []),
];

/** A message level status that breaks the rules of such messages is no answer: it is kept, and somebody looks at it. */
const brokenWord = (
  submissionId: string | undefined,
  bytes: Uint8Array,
  rules: readonly string[],
): RouteMessage => ({
  kind: 'mls',
  bytes,
  about: submissionId === undefined ? { namesNothing: true } : { submissionId: submissionId.toLowerCase() },
  effect: {
    kind: 'trouble',
    mapping: {
      ...statuses.brokenMls,
      message: say('networks.with-their-words', {
        text: statuses.brokenMls.message,
        theirs: `(${rules.join(', ')})`,
      }),
    },
  },
  raw: { message: 'mls', rules },
});

/** Violations of syntax and rules concern our document. `FD` is a failure of delivery. */
const OURS: ReadonlySet<string> = new Set(['SV', 'BV']);
