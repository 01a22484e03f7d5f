import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { hasEnded, invoiceToWire, type SentInvoice } from './invoices.ts';
import { pageOf } from './pages.ts';
import { linkTo, type ReadingBackend, sessionCodeToWire } from './reading.ts';
import { refuse } from './errors.ts';
import { countsOf, type Session, type SessionCode } from './sessions.ts';
import { instant } from './warsaw.ts';

/** How the list of sessions sorts their codes. */
const COMMON: Readonly<Record<SessionCode, 'InProgress' | 'Succeeded' | 'Failed' | 'Cancelled'>> = {
  100: 'InProgress',
  150: 'InProgress',
  170: 'InProgress',
  200: 'Succeeded',
  405: 'Failed',
  415: 'Failed',
  420: 'Failed',
  430: 'Failed',
  435: 'Failed',
  440: 'Cancelled',
  445: 'Failed',
};

/** A bound of the time by which sessions are listed. */
const BOUNDS = [
  ['dateCreated', (session: Session) => session.createdAt],
  ['dateClosed', (session: Session) => session.closedAt ?? NaN],
  ['dateModified', (_session: Session, updatedAt: number) => updatedAt],
] as const;

/** `GET /sessions` */
export function listSessions({ sessions }: ReadingBackend, bearer: Bearer, call: Call): Answer {
  const { query } = call;
  const type = query.get('sessionType');
  if (type !== 'Online' && type !== 'Batch')
    throw refuse(21405, "'sessionType' musi mieć wartość Online lub Batch.");
  const statuses = query.getAll('statuses');
  const reference = query.get('referenceNumber');
  const matchingSessions = sessions
    .of(bearer)
    .filter((session) => session.type === type && (reference === null || session.reference === reference))
    .map((session) => {
      const invoices = sessions.invoices(session);
      const code = sessions.codeOf(session, invoices);
      return { session, invoices, code, updatedAt: sessions.readUpdateTime(session, invoices) };
    })
    .filter(({ code }) => statuses.length === 0 || statuses.includes(COMMON[code]))
    .filter(({ session, updatedAt }) =>
      BOUNDS.every(([name, at]) => isWithin(query, name, at(session, updatedAt))),
    );
  const { items, next } = pageOf(matchingSessions, call);
  return reply(200, {
    ...next,
    sessions: items.map(({ session, invoices, code, updatedAt }) => {
      const { all, good, bad } = countsOf(invoices);
      return {
        referenceNumber: session.reference,
        status: sessionCodeToWire(session, code),
        dateCreated: instant(session.createdAt),
        dateUpdated: instant(updatedAt),
        validUntil: instant(session.validUntil),
        totalInvoiceCount: all,
        successfulInvoiceCount: good,
        failedInvoiceCount: bad,
      };
    }),
  });
}

function isWithin(query: URLSearchParams, name: string, at: number): boolean {
  const [from, to] = [query.get(`${name}From`), query.get(`${name}To`)];
  return (from === null || at >= Date.parse(from)) && (to === null || at <= Date.parse(to));
}

/** `GET /sessions/{referenceNumber}/invoices`, and its `/failed`. */
export function listInvoices(
  { sessions, links }: ReadingBackend,
  bearer: Bearer,
  call: Call,
  isListed: (invoice: SentInvoice) => boolean = () => true,
): Answer {
  const session = sessions.require(call.params['referenceNumber'] ?? '', bearer);
  const { items, next } = pageOf(sessions.invoices(session).filter(isListed), call);
  return reply(200, { ...next, invoices: items.map((invoice) => invoiceToWire(invoice, linkTo(links))) });
}

export const hasFailed = (invoice: SentInvoice): boolean => hasEnded(invoice) && invoice.verdict.code !== 200;
