import type { StatedCheck, StatedEvent, StatedInvoice, Statement } from '../../domain/proof/statement.ts';
import type { StatedLayer } from '../../domain/proof/statement.ts';

/** Raised whenever a member changes its meaning. */
const FORMAT = 1;

/** A statement in signed form: `Statement` in openapi.yaml. */
type Wire = ReturnType<typeof toWire>;

export const statementText = (statement: Statement): string => JSON.stringify(toWire(statement));

/**
 * Reads the output of `statementText`.
 * @returns undefined for any other text: the parsed statement is written again and must give the same text.
 */
export function readStatement(text: string): Statement | undefined {
  try {
    const statement = fromWire(JSON.parse(text) as Wire);
    return statementText(statement) === text ? statement : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
      return undefined;
    throw error;
  }
}

const toWire = ({ invoice, document, check, answer, files, events, ...made }: Statement) => ({
  format: FORMAT,
  issued_at: made.issuedAt.toISOString(),
  service_version: made.serviceVersion,
  invoice: {
    id: invoice.id,
    client: invoice.client,
    invoice_ref: invoice.invoiceRef,
    invoice_number: invoice.invoiceNumber,
    route: invoice.route,
    environment: invoice.environment,
    state: invoice.state,
    created_at: invoice.createdAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
  },
  document: document && {
    kind: document.kind,
    sha256: document.sha256,
    size: document.size,
    built_here: document.isBuiltHere,
  },
  check: check && { checked_at: check.checkedAt?.toISOString(), layers: check.layers.map(layerToWire) },
  answer: {
    legal_id: answer.legalId,
    buyer_status: answer.buyerStatus,
    submitted_at: answer.submittedAt?.toISOString(),
    reference: answer.reference,
    errors: answer.errors,
  },
  files: files.map(({ kind, sha256, size }) => ({ kind, sha256, size })),
  events: events.map(eventToWire),
});

const layerToWire = ({ layer, source, pack, outcome, overlays }: StatedLayer) => ({
  layer,
  source,
  pack: pack && { id: pack.id, version: pack.version, origin: pack.origin, sha256: pack.sha256 },
  outcome,
  overlays: overlays?.map(({ rule, change, reason, author, until }) => ({
    rule,
    change,
    reason,
    author,
    until,
  })),
});

const eventToWire = ({ eventId, sequence, occurredAt, status, sha256 }: StatedEvent) => ({
  event_id: eventId,
  sequence,
  occurred_at: occurredAt.toISOString(),
  status,
  sha256,
});

const fromWire = ({ invoice, document, check, answer, files, events, ...made }: Wire): Statement => ({
  issuedAt: new Date(made.issued_at),
  serviceVersion: made.service_version,
  invoice: invoiceFromWire(invoice),
  ...(document && {
    document: {
      kind: document.kind,
      sha256: document.sha256,
      size: document.size,
      isBuiltHere: document.built_here,
    },
  }),
  ...(check && { check: checkFromWire(check) }),
  answer: {
    legalId: answer.legal_id,
    buyerStatus: answer.buyer_status,
    ...(answer.submitted_at !== undefined && { submittedAt: new Date(answer.submitted_at) }),
    ...(answer.reference !== undefined && { reference: answer.reference }),
    errors: answer.errors,
  },
  files,
  events: events.map(({ event_id: eventId, occurred_at: at, ...event }) => {
    return { ...event, eventId, occurredAt: new Date(at) };
  }),
});

const invoiceFromWire = ({
  invoice_ref: invoiceRef,
  invoice_number: invoiceNumber,
  created_at: createdAt,
  updated_at: updatedAt,
  ...invoice
}: Wire['invoice']): StatedInvoice => ({
  ...invoice,
  invoiceRef,
  ...(invoiceNumber !== undefined && { invoiceNumber }),
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

const checkFromWire = ({ checked_at: at, layers }: NonNullable<Wire['check']>): StatedCheck => ({
  ...(at !== undefined && { checkedAt: new Date(at) }),
  layers: layers.map(({ pack, overlays, ...layer }) => ({
    ...layer,
    pack: pack && packFromWire(pack),
    ...(overlays && { overlays }),
  })),
});

type WirePack = NonNullable<NonNullable<Wire['check']>['layers'][number]['pack']>;

const packFromWire = ({ sha256, ...pack }: WirePack): StatedLayer['pack'] => ({
  ...pack,
  ...(sha256 !== undefined && { sha256 }),
});
