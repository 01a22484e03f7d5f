import { type Answer, type Call, json } from '../../../network.ts';
import type { State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';

const ROUTE = 'PEPPOL';
const KIND = 'e-invoice-be-document';
const MAX_PAGE_SIZE = 100;

type DocumentState = 'DRAFT' | 'TRANSIT' | 'SENT' | 'FAILED';

/** A document of a tenant. */
export interface Kept {
  readonly id: string;
  readonly tenant: string;
  readonly createdAt: number;
  /** Base64. */
  readonly ubl: string;
  readonly about: {
    readonly localName: string;
    readonly customization: string;
    readonly number: string;
    readonly issueDate: string;
    readonly seller: string;
    readonly buyer: string;
  };
  /** Absent for a draft. Without an end the send is under way. */
  readonly sent?: {
    readonly at: number;
    readonly endsAt?: number;
    readonly isSent?: boolean;
    readonly why?: Readonly<Record<string, unknown>>;
  };
}

/** The documents of all tenants, as api/openapi.json 1.1.0 shows them. */
export class EInvoiceDocuments {
  constructor(
    private readonly state: State,
    private readonly answers: Answers,
  ) {}

  keep(document: Kept): void {
    this.state.keep(ROUTE, KIND, document.id, document);
  }

  /** Sends that were under way when the process ended. */
  recover(): void {
    for (const each of this.state.allKept<Kept>(ROUTE, KIND)) {
      if (!each.sent || each.sent.endsAt !== undefined) continue;
      const isSent = this.state.holds(ROUTE, each.id);
      const why = isSent ? {} : { why: { error: 'interrupted' } };
      this.keep({ ...each, sent: { ...each.sent, endsAt: Date.now(), isSent, ...why } });
    }
  }

  find(id: string, tenant: string): Kept | undefined {
    const document = this.state.findKept<Kept>(ROUTE, KIND, id);
    return document?.tenant === tenant ? document : undefined;
  }

  remove(document: Kept): Answer {
    if (document.sent) return json(400, { detail: 'Only a draft can be deleted' });
    this.state.unkeep(ROUTE, KIND, document.id);
    return json(200, { is_deleted: true });
  }

  toWire(document: Kept): object {
    const { id, createdAt, about } = document;
    return {
      document_type: about.localName === 'CreditNote' ? 'CREDIT_NOTE' : 'INVOICE',
      state: stateOf(document),
      direction: 'OUTBOUND',
      customer_name: about.buyer,
      customer_tax_id: null,
      customer_peppol_id: null,
      invoice_id: about.number,
      invoice_date: about.issueDate,
      due_date: null,
      vendor_name: about.seller,
      vendor_tax_id: null,
      currency: 'EUR',
      items: [],
      attachments: [],
      id,
      created_at: new Date(createdAt).toISOString(),
    };
  }

  /** Answers of receiver and buyer are events without their content. */
  timeline(document: Kept): object {
    const { id, createdAt, sent } = document;
    const event = (event_type: string, at: number, details: object | null = null): object => ({
      event_type,
      timestamp: new Date(at).toISOString(),
      id: null,
      details,
    });
    const state = stateOf(document);
    const ends = sent?.endsAt ?? 0;
    const received = this.answers
      .about(id)
      .map(({ documentType, dueAt }) =>
        event(documentType.includes('invoice_response') ? 'imr_received' : 'mlr_received', dueAt),
      );
    const events = [
      event('document_created', createdAt),
      ...(sent ? [event('send_attempted', sent.at)] : []),
      ...(state === 'SENT' ? [event('send_success', ends)] : []),
      ...(state === 'FAILED' ? [event('send_failed', ends, sent?.why ?? null)] : []),
      ...received,
    ];
    return { document_id: id, events };
  }

  page({ query }: Call, tenant: string, states: readonly DocumentState[]): Answer {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)];
    if (!Number.isInteger(page) || page < 1 || !(size >= 1 && size <= MAX_PAGE_SIZE))
      return json(422, {
        detail: [
          {
            loc: ['query', 'page_size'],
            msg: `Input should be less than or equal to ${MAX_PAGE_SIZE}`,
            type: 'less_than_equal',
          },
        ],
      });
    const search = (query.get('search') ?? '').toLowerCase();
    const documents = this.state
      .allKept<Kept>(ROUTE, KIND)
      .filter((one) => one.tenant === tenant && states.includes(stateOf(one)))
      .filter(({ about }) => `${about.number} ${about.seller} ${about.buyer}`.toLowerCase().includes(search))
      .sort((one, other) => other.createdAt - one.createdAt);
    const pages = Math.max(1, Math.ceil(documents.length / size));
    return json(200, {
      items: documents.slice((page - 1) * size, page * size).map((one) => this.toWire(one)),
      total: documents.length,
      page,
      page_size: size,
      pages,
      has_next_page: page < pages,
    });
  }
}

/** In transit until it ends. */
function stateOf({ sent }: Kept): DocumentState {
  if (!sent) return 'DRAFT';
  if (sent.endsAt === undefined || sent.endsAt > Date.now()) return 'TRANSIT';
  return sent.isSent ? 'SENT' : 'FAILED';
}
