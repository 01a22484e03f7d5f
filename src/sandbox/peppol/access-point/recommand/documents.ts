import { randomUUID } from 'node:crypto';
import { type Answer, type Call, json } from '../../../network.ts';
import type { State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';
import { enclose, type Enclosed } from '../../answers/enclosed.ts';
import { type InboundInvoices, payloadOf } from '../inbound-invoices.ts';
import type { Submission } from '../submission.ts';

const ROUTE = 'PEPPOL';
const KIND = 'recommand-document';
const READ = 'recommand-read';
const MAX_PAGE_SIZE = 200;

/** A sent document, with its report. */
export interface Outcome {
  readonly company: string;
  readonly xml: string;
  readonly report: Readonly<Record<string, unknown>>;
  readonly submission: Submission;
}

/** A document as the API shows it (api/documents/shared.ts), and its team. */
interface Kept {
  readonly team: string;
  readonly searchText: string;
  readonly shown: Readonly<Record<string, unknown>> & { readonly id: string; readonly createdAt: string };
}

export const failure = (status: number, text: string): Answer =>
  json(status, { success: false, errors: { root: [text] } });

/** A company's participant: the sandbox has no register of companies. */
export const companyAddress = (company: string): string => `9915:${company.toLowerCase()}`;

/** Documents that were sent or arrived. A failed send is not among them (data/transmitted-documents.ts). */
export class RecommandDocuments {
  constructor(
    private readonly state: State,
    private readonly answers: Answers,
    private readonly invoices: InboundInvoices,
  ) {}

  /** @returns its id. */
  keep({ company, xml, report, submission }: Outcome): string {
    const { sender, receiver, process, countryC1, audience, document } = submission;
    const { type, parsed } = readAs(submission);
    const now = new Date().toISOString();
    const id = `doc_${randomUUID().replaceAll('-', '')}`;
    const shown = {
      id,
      teamId: 'team_sandbox',
      companyId: company,
      direction: 'outgoing',
      senderId: sender,
      receiverId: receiver,
      docTypeId: submission.documentType,
      processId: process,
      countryC1,
      type,
      readAt: null,
      createdAt: now,
      updatedAt: now,
      xml,
      parsed,
      validation: { result: parsed ? 'valid' : 'not_supported', errors: [] },
      sentOverPeppol: true,
      sentOverEmail: false,
      emailRecipients: [],
      labels: [],
      peppolMessageId: report['as4MessageId'] ?? null,
      peppolConversationId: report['as4ConversationId'] ?? null,
      receivedPeppolSignalMessage: report['as4ReceivedSignalMsg'] ?? null,
      envelopeId: report['sbdhInstanceIdentifier'] ?? null,
    };
    // A document that its parser does not know has no number for the search.
    const number = parsed ? document?.number : undefined;
    const parts = [id, sender, receiver, submission.documentType, process, countryC1, number];
    const searchText = parts.filter((part) => part !== undefined).join(' ');
    this.state.keep(ROUTE, KIND, id, { team: audience, searchText, shown } satisfies Kept);
    return id;
  }

  list({ query }: Call, team: string): Answer {
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const isPage = Number.isInteger(page) && page >= 1;
    if (!isPage || !(limit >= 1 && limit <= MAX_PAGE_SIZE))
      return json(400, { success: false, errors: { limit: [`Number must be from 1 to ${MAX_PAGE_SIZE}`] } });
    const direction = query.get('direction');
    if (direction !== null && direction !== 'incoming' && direction !== 'outgoing')
      return json(400, { success: false, errors: { direction: ['Invalid enum value'] } });
    const matchingDocuments = this.all(team).filter((one) => fits(one, query));
    const documents = matchingDocuments
      .slice((page - 1) * limit, page * limit)
      .map(({ shown }) => withoutXml(shown));
    const pagination = {
      total: matchingDocuments.length,
      page,
      limit,
      totalPages: Math.ceil(matchingDocuments.length / limit),
    };
    return json(200, { success: true, documents, pagination });
  }

  inbox({ query }: Call, team: string): Answer {
    const unread = this.all(team).filter(
      (one) => one.shown['direction'] === 'incoming' && one.shown['readAt'] === null && fits(one, query),
    );
    const documents = unread.map(({ shown: { parsed: _parsed, ...shown } }) => withoutXml(shown));
    return json(200, { success: true, documents });
  }

  one({ params, headers }: Call, team: string): Answer {
    const document = this.all(team).find(({ shown }) => shown.id === params['documentId']);
    if (!document) return failure(404, 'Document not found');
    if (headers.accept?.toLowerCase().startsWith('application/xml'))
      return {
        status: 200,
        headers: { 'Content-Type': 'application/xml; charset=utf-8' },
        body: String(document.shown['xml']),
      };
    return json(200, { success: true, document: document.shown });
  }

  mark({ params }: Call, team: string): Answer {
    const document = this.all(team).find(({ shown }) => shown.id === params['documentId']);
    if (!document) return failure(404, 'Document not found');
    this.state.keep(ROUTE, READ, document.shown.id, new Date().toISOString());
    return json(200, { success: true });
  }

  /** Newest first. */
  private all(team: string): readonly Kept[] {
    const sent = this.state.allKept<Kept>(ROUTE, KIND).filter((one) => one.team === team);
    return [...sent, ...this.receive(team)].sort((one, other) =>
      other.shown.createdAt.localeCompare(one.shown.createdAt),
    );
  }

  /** An MLS goes to the provider itself, which forwards none (its code has no place for it). */
  private receive(team: string): readonly Kept[] {
    const received = this.answers
      .cameFor(team)
      .filter(({ documentType }) => !documentType.includes('##urn:peppol:edec:mls:'))
      .map((message) => ({ ...enclose({ ...message, at: message.dueAt }), content: message.content }));
    return [...received, ...this.invoices.all.map(unwrapped)].map((message) => {
      const { id, at, documentType, sender, receiver, process, instanceIdentifier, content } = message;
      const now = new Date(at).toISOString();
      const own = `doc_in_${id}`;
      const shown = {
        id: own,
        teamId: 'team_sandbox',
        companyId: receiver.replace(/^9915:/, ''),
        direction: 'incoming',
        senderId: sender,
        receiverId: receiver,
        docTypeId: documentType,
        processId: process,
        countryC1: 'DE',
        type: typeOf(documentType),
        readAt: this.state.findKept<string>(ROUTE, READ, own) ?? null,
        createdAt: now,
        updatedAt: now,
        xml: content,
        parsed: null,
        validation: { result: 'not_supported', errors: [] },
        sentOverPeppol: false,
        sentOverEmail: false,
        emailRecipients: [],
        labels: [],
        peppolMessageId: `in-${id}@sandbox.invalid`,
        peppolConversationId: `phase4@Conv${id}`,
        receivedPeppolSignalMessage: null,
        envelopeId: instanceIdentifier,
      };
      return { team, searchText: [own, sender, receiver, documentType, process].join(' '), shown };
    });
  }
}

/** Its code stores the document without its envelope. */
const unwrapped = (invoice: Enclosed): Enclosed => ({ ...invoice, content: payloadOf(invoice) });

function typeOf(documentType: string): string {
  if (documentType.includes(':trns:mlr:3')) return 'messageLevelResponse';
  return /::CreditNote##/.test(documentType)
    ? 'creditNote'
    : /::Invoice##/.test(documentType)
      ? 'invoice'
      : 'unknown';
}

const withoutXml = ({ xml: _xml, ...shown }: Readonly<Record<string, unknown>>): object => shown;

/** `search` matches parts of words (ilike). */
function fits({ shown, searchText }: Kept, query: URLSearchParams): boolean {
  const has = (name: string, member: string): boolean =>
    query.get(name) === null || shown[member] === query.get(name);
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const at = Date.parse(shown.createdAt);
  return (
    has('companyId', 'companyId') &&
    has('direction', 'direction') &&
    has('envelopeId', 'envelopeId') &&
    searchText.toLowerCase().includes(search) &&
    at >= Date.parse(query.get('from') ?? '1970-01-01') &&
    at < Date.parse(query.get('to') ?? '9999-01-01')
  );
}

/** UBL of BIS Billing 3 and its self-billing; nothing else is parsed. */
function readAs({ document, documentType }: Submission): {
  readonly type: string;
  readonly parsed: object | null;
} {
  const isSelfBilled = documentType.includes(':selfbilling:');
  const isKnown = documentType.includes('urn:fdc:peppol.eu:2017:poacc:');
  const { localName = '', number, issueDate, seller, buyer } = document ?? {};
  const names = { seller: { name: seller?.name }, buyer: { name: buyer?.name }, issueDate };
  if (isKnown && localName === 'Invoice')
    return {
      type: isSelfBilled ? 'selfBillingInvoice' : 'invoice',
      parsed: { invoiceNumber: number, ...names },
    };
  if (isKnown && localName === 'CreditNote')
    return {
      type: isSelfBilled ? 'selfBillingCreditNote' : 'creditNote',
      parsed: { creditNoteNumber: number, ...names },
    };
  return { type: 'unknown', parsed: null };
}
