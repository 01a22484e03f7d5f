import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Endpoint, json } from '../../../network.ts';
import { admitted } from '../admission.ts';
import { documentType, participantValue } from '../../identifiers.ts';
import { audienceOf, businessDocument } from '../phase4.ts';
import { companyAddress, failure, RecommandDocuments } from './documents.ts';
import { RecommandCompanies } from './companies.ts';
import type { ReportFacts } from '../report.ts';
import type { AccessPointOptions } from '../options.ts';
import type { Sent } from '../sending.ts';
import { address, type Submission, unreadable } from '../submission.ts';

const PATH = '/recommand/api/v1';
const COUNTRY = 'BE';
/** Keys of a document that is sent as XML (recommand-peppol f26b74e, utils/parsing/send-document.ts). */
const TYPES = [
  'invoice',
  'creditNote',
  'selfBillingInvoice',
  'selfBillingCreditNote',
  'messageLevelResponse',
  'xml',
];
const NO_CONTEXT =
  'No additional context available, please contact support@recommand.eu if you could use our help.';

/**
 * Recommand (recommand/recommand-peppol f26b74e, api/send-document.ts): validates, sends at once under its own
 * InstanceIdentifier, and stores only sent documents. Each call is another document.
 */
export function recommandEndpoints(options: AccessPointOptions): readonly Endpoint[] {
  const { answers, invoices, state, names } = options;
  const documents = new RecommandDocuments(state, answers, invoices);
  const companies = new RecommandCompanies(state, names);
  const endpoint = admitted(PATH, admit);
  return [
    endpoint('POST', '/:companyId/send', (call, team) => send(call, team, documents, options)),
    endpoint('GET', '/companies/:companyId', (call) => companies.company(call)),
    endpoint('GET', '/companies/:companyId/identifiers', (call, team) => companies.identifiers(call, team)),
    endpoint('POST', '/companies/:companyId/identifiers', (call, team) => companies.create(call, team)),
    endpoint('DELETE', '/companies/:companyId/identifiers/:identifierId', (call, team) =>
      companies.remove(call, team),
    ),
    endpoint('GET', '/documents', (call, team) => documents.list(call, team)),
    endpoint('GET', '/inbox', (call, team) => documents.inbox(call, team)),
    endpoint('GET', '/documents/:documentId', (call, team) => documents.one(call, team)),
    endpoint('POST', '/documents/:documentId/mark-as-read', (call, team) => documents.mark(call, team)),
  ];
}

async function send(
  { params, body }: Call,
  team: string,
  documents: RecommandDocuments,
  { sending, schemas }: AccessPointOptions,
): Promise<Answer> {
  const company = params['companyId'] ?? '';
  if (!/^c_/.test(company)) return failure(404, 'Company not found');
  const order = orderIn(body);
  if (!order) return failure(400, 'Invalid document data provided');
  if (order.documentType !== 'xml') return failure(400, 'The sandbox takes documents as XML alone.');
  const read = submissionOf(order, company, team);
  if (!read) return failure(400, 'Document type could not be detected automatically from your XML document.');
  if (!('payload' in read)) return notSent(read as Sent['report']);
  const fault = schemas.fault(read.payload, read.document?.localName ?? '');
  if (fault !== undefined) return invalid(fault);
  const { report = {}, instead } = await sending.run(read, 'standalone');
  if (report['sendingSuccess'] !== true) return instead ?? notSent(report);
  const id = documents.keep({ company, xml: order.document, report, submission: read });
  return instead ?? showSent(id, company, report);
}

const showSent = (id: string, company: string, report: NonNullable<Sent['report']>): Answer =>
  json(200, {
    success: true,
    teamId: 'team_sandbox',
    companyId: company,
    id,
    peppolMessageId: report['as4MessageId'] ?? null,
    envelopeId: report['sbdhInstanceIdentifier'] ?? null,
    sentOverPeppol: true,
    sentOverEmail: false,
    emailRecipients: [],
  });

interface Order {
  readonly recipient: string;
  readonly documentType: string;
  readonly document: string;
  readonly doctypeId?: string;
  readonly processId?: string;
}

function orderIn(body: Buffer): Order | undefined {
  try {
    const value = JSON.parse(body.toString()) as Record<string, unknown>;
    const isText = (name: string): boolean => typeof value[name] === 'string' && value[name] !== '';
    const isOptional = (name: string): boolean => value[name] === undefined || isText(name);
    const fits =
      isText('recipient') &&
      TYPES.includes(String(value['documentType'])) &&
      isText('document') &&
      isOptional('doctypeId') &&
      isOptional('processId');
    return fits ? (value as unknown as Order) : undefined;
  } catch {
    return undefined;
  }
}

/** The sender is the company, whatever the document states. Without a colon the digits are a Belgian enterprise number. */
function submissionOf(order: Order, company: string, team: string): Submission | ReportFacts | undefined {
  const receiver = order.recipient.includes(':')
    ? order.recipient
    : `0208:${order.recipient.replaceAll(/\D/g, '')}`;
  const type = order.doctypeId ?? '';
  if (!documentType(type) || order.processId === undefined) return undefined;
  const path = {
    sender: participantValue(companyAddress(company)) ?? '',
    receiver,
    documentType: type,
    process: order.processId,
    countryC1: COUNTRY,
  };
  const wrong = unreadable(path);
  if (wrong) return { sendingException: wrong };
  return businessDocument(address(path), Buffer.from(order.document), team, randomUUID());
}

/** The text of the exception in its access point. An AS4 error and a missing receipt have none. */
function notSent(report: Sent['report']): Answer {
  const exception = report?.['sendingException'] as { readonly message?: string } | undefined;
  return failure(422, `Failed to send document over Peppol network. ${exception?.message ?? NO_CONTEXT}`);
}

const invalid = (fault: string): Answer =>
  json(400, {
    success: false,
    errors: {
      root: [
        'Document validation failed. Please ensure your document complies with EN16931 and PEPPOL BIS 3.0 requirements.',
      ],
      document: [`XSD: ${fault.slice(0, 300)}`],
    },
  });

/** Basic with a key and its secret, or a token. The sandbox accepts all except those that end `-REFUSED`. */
function admit(
  { headers }: Call,
  answer: (team: string) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const [, kind = '', value = ''] = /^(Basic|Bearer) (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const token = kind === 'Basic' ? Buffer.from(value, 'base64').toString() : value;
  const fits = kind === 'Basic' ? /^[^:]+:[^:]+$/.test(token) : token !== '';
  return fits && !token.endsWith('-REFUSED') ? answer(audienceOf(token)) : failure(401, 'Unauthorized');
}
