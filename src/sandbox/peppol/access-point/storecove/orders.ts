/** An error in the body of 422. */
export interface Fault {
  readonly source: string;
  readonly details: string;
}

interface Envelope {
  readonly application: string;
  readonly processId: string;
  readonly processIdSchemeId: string;
  readonly documentId: string;
  readonly documentIdSchemeId: string;
  readonly document: string;
  readonly envelope: { readonly sender: string; readonly receiver: string };
  readonly metadata: Readonly<Record<string, string>>;
}

/** The body of a submission. */
export interface Order {
  readonly legalEntityId?: number;
  readonly idempotencyGuid?: string;
  readonly document?: { readonly documentType?: string; readonly envelopedData?: Partial<Envelope> };
}

interface Enveloped extends Order {
  readonly legalEntityId: number;
  readonly document: { readonly envelopedData: Envelope };
}

/** After `faultsOf` has found none. */
export const isEnveloped = (order: Order): order is Enveloped => order.document?.envelopedData !== undefined;

type Rule = readonly [source: string, value: (order: Order) => unknown, fits: RegExp];

const data = (order: Order): Partial<Envelope> => order.document?.envelopedData ?? {};
const metadata = (order: Order): Readonly<Record<string, string>> => data(order).metadata ?? {};
const PARTICIPANT = /^\d{4}:\S{1,130}$/;

/** The members that the description requires of enveloped data, with their values and patterns. */
const RULES: readonly Rule[] = [
  ['legalEntityId', ({ legalEntityId }) => legalEntityId, /^[1-9]\d*$/],
  ['idempotencyGuid', ({ idempotencyGuid = 'x'.repeat(36) }) => idempotencyGuid, /^.{36}$/],
  ['document.documentType', ({ document }) => document?.documentType, /^enveloped_data$/],
  ['document.envelopedData.application', (order) => data(order).application, /^peppol$/],
  ['document.envelopedData.processId', (order) => data(order).processId, /^\S+$/],
  [
    'document.envelopedData.processIdSchemeId',
    (order) => data(order).processIdSchemeId,
    /^cenbii-procid-ubl$/,
  ],
  ['document.envelopedData.documentId', (order) => data(order).documentId, /^\S+$/],
  [
    'document.envelopedData.documentIdSchemeId',
    (order) => data(order).documentIdSchemeId,
    /^(?:busdox-docid-qns|peppol-doctype-wildcard|bdx-docid-qns)$/,
  ],
  ['document.envelopedData.document', (order) => data(order).document, /^[A-Za-z0-9+/]{5,}={0,2}$/],
  ['document.envelopedData.envelope.sender', (order) => data(order).envelope?.sender, PARTICIPANT],
  ['document.envelopedData.envelope.receiver', (order) => data(order).envelope?.receiver, PARTICIPANT],
  ['document.envelopedData.metadata.documentNumber', (order) => metadata(order)['documentNumber'], /^.+$/],
  [
    'document.envelopedData.metadata.documentDate',
    (order) => metadata(order)['documentDate'],
    /^\d{4}-\d{2}-\d{2}$/,
  ],
  ['document.envelopedData.metadata.receiverName', (order) => metadata(order)['receiverName'], /^.{2,128}$/],
  [
    'document.envelopedData.metadata.receiverCountry',
    (order) => metadata(order)['receiverCountry'],
    /^[A-Z0-9]{2}$/,
  ],
  [
    'document.envelopedData.metadata.payloadType',
    (order) => metadata(order)['payloadType'],
    /^(?:Invoice|CreditNote|InvoiceResponse|Order|OrderResponse|DespatchAdvice|OrderBalance|OrderChange|OrderCancellation|Other)$/,
  ],
];

export const faultsOf = (order: Order): readonly Fault[] =>
  RULES.filter(([, value, fits]) => !fits.test(String(value(order) ?? ''))).map(([source]) => ({
    source,
    details: 'is missing or invalid',
  }));
