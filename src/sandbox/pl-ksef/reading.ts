import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { invoiceToWire, isAccepted, type SentInvoice } from './invoices.ts';
import type { Links } from './links.ts';
import { optionsOf } from './options.ts';
import { refuse } from './errors.ts';
import { countsOf, type Session, type SessionCode, type Sessions, STATUSES } from './sessions.ts';
import type { State } from '../state.ts';
import { hash, invoiceUpo, sessionUpo } from './upo.ts';
import { sealedUpo } from './upo-seal.ts';
import { instant } from './warsaw.ts';

export interface ReadingBackend {
  readonly state: State;
  readonly sessions: Sessions;
  readonly links: Links;
}

/** `GET /sessions/{referenceNumber}` */
export function sessionStatus({ sessions, links }: ReadingBackend, bearer: Bearer, { params }: Call): Answer {
  const session = sessions.require(params['referenceNumber'] ?? '', bearer);
  const invoices = sessions.invoices(session);
  const code = sessions.codeOf(session, invoices);
  const { all, good, bad } = countsOf(invoices);
  return reply(200, {
    status: sessionCodeToWire(session, code),
    dateCreated: instant(session.createdAt),
    dateUpdated: instant(sessions.readUpdateTime(session, invoices)),
    validUntil: instant(session.validUntil),
    ...(code === 200 && { upo: { pages: [upoPage(session, links)] } }),
    invoiceCount: all,
    successfulInvoiceCount: good,
    failedInvoiceCount: bad,
  });
}

export function sessionCodeToWire({ type, closedAt }: Session, code: SessionCode): unknown {
  const descriptions: Readonly<Record<number, string>> = STATUSES[type];
  const isLate = type === 'Batch' && closedAt === undefined;
  return {
    code,
    description: descriptions[code],
    ...(code === 440 && { details: [isLate ? 'Przekroczono czas wysyłki' : 'Nie przesłano faktur'] }),
  };
}

function upoPage({ reference, upoReference }: Session, links: Links): unknown {
  const { url, expiresAt } = links.to(`/storage/session-upo/${reference}`);
  return { referenceNumber: upoReference, downloadUrl: url, downloadUrlExpirationDate: instant(expiresAt) };
}

/** `GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}` */
export function invoiceStatus({ sessions, links }: ReadingBackend, bearer: Bearer, { params }: Call): Answer {
  const session = sessions.require(params['referenceNumber'] ?? '', bearer);
  const reference = params['invoiceReferenceNumber'] ?? '';
  const invoice = sessions.invoice(session, reference);
  if (!invoice) throw refuse(21405, `Faktura o numerze referencyjnym ${reference} nie została znaleziona.`);
  return reply(200, invoiceToWire(invoice, linkTo(links)));
}

export const linkTo =
  (links: Links) =>
  ({ session, reference }: SentInvoice): ReturnType<Links['to']> =>
    links.to(`/storage/invoice-upo/${session}/${reference}`);

/** `GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}/upo` */
export function upoOfInvoice(backend: ReadingBackend, bearer: Bearer, { params }: Call): Promise<Answer> {
  const { sessions } = backend;
  const session = sessions.require(params['referenceNumber'] ?? '', bearer);
  const reference = params['invoiceReferenceNumber'] ?? '';
  const invoice = sessions.invoice(session, reference);
  if (!invoice || !isAccepted(invoice))
    throw refuse(21178, `UPO faktury o numerze referencyjnym ${reference} nie zostało znalezione.`);
  return seal(backend, invoiceUpo(session, invoice));
}

/** `GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo` */
export function upoOfNumber(backend: ReadingBackend, bearer: Bearer, { params }: Call): Promise<Answer> {
  const { sessions } = backend;
  const [reference = '', number] = [params['referenceNumber'], params['ksefNumber']];
  const session = sessions.require(reference, bearer);
  const invoice = sessions.invoices(session).find((each) => each.ksefNumber === number && isAccepted(each));
  if (!invoice)
    throw refuse(
      21178,
      `UPO o numerze KSeF ${number} i numerze referencyjnym sesji ${reference} nie zostało znalezione.`,
    );
  return seal(backend, invoiceUpo(session, invoice));
}

/** `GET /sessions/{referenceNumber}/upo/{upoReferenceNumber}` */
export function upoOfSession(backend: ReadingBackend, bearer: Bearer, { params }: Call): Promise<Answer> {
  const { sessions } = backend;
  const session = sessions.require(params['referenceNumber'] ?? '', bearer);
  const reference = params['upoReferenceNumber'];
  if (reference !== session.upoReference || sessions.codeOf(session) !== 200)
    throw refuse(
      21178,
      `UPO o numerze referencyjnym ${reference} dla sesji ${session.reference} nie zostało znalezione.`,
    );
  return seal(backend, sessionUpo(session, sessions.invoices(session).filter(isAccepted)));
}

/** `/storage/…`: the addresses of links. */
export async function linkedUpo(backend: ReadingBackend, call: Call): Promise<Answer> {
  const { sessions, links } = backend;
  const { session: reference = '', invoice: invoiceReference } = call.params;
  const kind = invoiceReference === undefined ? 'session-upo' : 'invoice-upo';
  const path = `/storage/${[kind, reference, invoiceReference].filter(Boolean).join('/')}`;
  const error = links.error(path, call);
  const session = sessions.find(reference);
  if (error || !session) return error ?? { status: 404 };
  const accepted = sessions.invoices(session).filter(isAccepted);
  if (invoiceReference === undefined) return seal(backend, sessionUpo(session, accepted));
  const invoice = accepted.find((each) => each.reference === invoiceReference);
  return invoice ? seal(backend, invoiceUpo(session, invoice)) : { status: 404 };
}

const seal = async ({ state }: ReadingBackend, upo: string): Promise<Answer> =>
  hash(await sealedUpo(state, upo, optionsOf(state).upo_signature));
