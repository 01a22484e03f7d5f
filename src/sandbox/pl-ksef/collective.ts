import type { Answer, Call } from '../network.ts';
import type { State } from '../state.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf, type Members } from './bodies.ts';
import { pageOf } from './pages.ts';
import { collectiveNumber } from './references.ts';
import { refuse } from './errors.ts';
import type { Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import { instant } from './warsaw.ts';

interface CollectiveBackend {
  readonly state: State;
  readonly repository: Repository;
}

/** A number that pays several invoices of one seller. */
interface Collective {
  readonly number: string;
  /** The context that made it. */
  readonly nip: string;
  readonly createdAt: number;
  readonly invoices: readonly Named[];
}

/** An invoice of a collective number, with what its payer says of it. */
interface Named {
  readonly ksefNumber: string;
  readonly payment?: { readonly amount: number; readonly currency: string };
  readonly description?: string;
}

const KIND = 'collective';
const MAX_INVOICES = 500;
const MAX_NUMBERS_OF_INVOICE = 132;
const MAX_ASKED = 10;
const MAX_DESCRIPTION = 512;
const MAX_RANGE_MS = 100 * 24 * 3_600_000;

const allIn = (state: State): readonly Collective[] => state.allKept<Collective>(ROUTE, KIND);

/** `POST /collective-identifiers`: a new number at every call. */
export function makeCollective(
  { state, repository }: CollectiveBackend,
  { nip }: Bearer,
  call: Call,
): Answer {
  const named = bodyOf(call).list('invoices').map(namedIn);
  const invoices = named.map(({ ksefNumber }) => ksefNumber);
  if (invoices.length < 2 || invoices.length > MAX_INVOICES)
    throw refuse(21405, `'invoices' musi mieć od 2 do ${MAX_INVOICES} elementów.`);
  if (new Set(invoices).size < invoices.length) throw refuse(71005);
  const presentInvoices = invoices.map((one) => repository.find(one));
  if (invoices.some((one) => !isPartyOf(repository, one, nip))) throw refuse(71001);
  const [seller = '', ...others] = new Set(presentInvoices.map((one) => one?.parts.sellerNip ?? ''));
  if (others.length > 0) throw refuse(71004);
  const all = allIn(state);
  if (invoices.some((one) => countOf(one, all) >= MAX_NUMBERS_OF_INVOICE)) throw refuse(71002);
  const createdAt = Date.now();
  const number = collectiveNumber(seller, createdAt);
  state.keep(ROUTE, KIND, number, { number, nip, createdAt, invoices: named } satisfies Collective);
  return reply(201, { collectiveIdentifierNumber: number });
}

function namedIn(one: Members): Named {
  const payment = one.optionalMembers('payment');
  const amount = payment?.optionalNumber('amount');
  const description = one.optionalText('description');
  if (payment && amount === undefined) throw refuse(21405, "'payment.amount' jest wymagane.");
  if ((description?.length ?? 0) > MAX_DESCRIPTION)
    throw refuse(21405, `'description' może mieć do ${MAX_DESCRIPTION} znaków.`);
  return {
    ksefNumber: one.text('ksefNumber'),
    ...(payment && amount !== undefined && { payment: { amount, currency: payment.text('currency') } }),
    ...(description !== undefined && { description }),
  };
}

const holds = ({ invoices }: Collective, invoice: string): boolean =>
  invoices.some(({ ksefNumber }) => ksefNumber === invoice);

const countOf = (invoice: string, all: readonly Collective[]): number =>
  all.filter((one) => holds(one, invoice)).length;

/** `POST /collective-identifiers/query` */
export function queryCollectives(
  { state, repository }: CollectiveBackend,
  { nip }: Bearer,
  call: Call,
): Answer {
  const body = bodyOf(call);
  const from = timeIn(body, 'dateCreatedFrom');
  const to = timeIn(body, 'dateCreatedTo');
  if (to < from || to - from > MAX_RANGE_MS) throw refuse(21405, 'Zakres dat nie może przekraczać 100 dni.');
  const number = body.optionalText('collectiveIdentifierNumber');
  const [least, most] = [body.optionalWhole('invoiceCountFrom'), body.optionalWhole('invoiceCountTo')];
  const isOwn = body.optionalFlag('createdInCurrentContext');
  const collectives = allIn(state).filter(
    (one) =>
      (one.nip === nip || one.invoices.some(({ ksefNumber }) => isPartyOf(repository, ksefNumber, nip))) &&
      one.createdAt >= from &&
      one.createdAt <= to &&
      (number ?? one.number) === one.number &&
      one.invoices.length >= (least ?? 0) &&
      one.invoices.length <= (most ?? MAX_INVOICES) &&
      (isOwn ?? one.nip === nip) === (one.nip === nip),
  );
  const { items, next } = pageOf(collectives, call);
  return reply(200, {
    ...next,
    collectiveIdentifiers: items.map((one) => ({ ...listed(one, nip), invoiceCount: one.invoices.length })),
  });
}

function timeIn(body: Members, name: string): number {
  const at = Date.parse(body.text(name));
  if (Number.isNaN(at)) throw refuse(21405, `'${name}' nie jest datą.`);
  return at;
}

function isPartyOf(repository: Repository, ksefNumber: string, nip: string): boolean {
  const invoice = repository.find(ksefNumber);
  return invoice !== undefined && [invoice.parts.sellerNip, invoice.parts.buyerNip].includes(nip);
}

const listed = ({ number, createdAt, nip: maker }: Collective, nip: string): object => ({
  collectiveIdentifierNumber: number,
  dateCreated: instant(createdAt),
  createdInCurrentContext: maker === nip,
});

/** `GET /collective-identifiers/ksef/{ksefNumber}` */
export function collectivesOf({ state }: CollectiveBackend, { nip }: Bearer, call: Call): Answer {
  const invoice = call.params['ksefNumber'] ?? '';
  const { items, next } = pageOf(
    allIn(state).filter((one) => holds(one, invoice)),
    call,
  );
  return reply(200, {
    ...next,
    collectiveIdentifiers: items.map((one) => listed(one, nip)),
  });
}

/** `POST /collective-identifiers/invoices` */
export function invoicesOfCollectives(
  { state, repository }: CollectiveBackend,
  { nip }: Bearer,
  call: Call,
): Answer {
  const collectiveIdentifierNumbers = bodyOf(call).optionalTexts('collectiveIdentifierNumbers') ?? [];
  if (collectiveIdentifierNumbers.length < 1 || collectiveIdentifierNumbers.length > MAX_ASKED)
    throw refuse(21405, `'collectiveIdentifierNumbers' musi mieć od 1 do ${MAX_ASKED} elementów.`);
  const rows = allIn(state)
    .filter(({ number }) => collectiveIdentifierNumbers.includes(number))
    .flatMap(({ number, invoices }) => invoices.map((one) => ({ number, ...one })));
  const { items, next } = pageOf(rows, call);
  return reply(200, {
    ...next,
    invoices: items.map(({ number, ksefNumber, payment, description }) => {
      const isSeen = isPartyOf(repository, ksefNumber, nip);
      return {
        collectiveIdentifierNumber: number,
        ksefNumber,
        ...(isSeen && payment && { payment }),
        ...(isSeen && description !== undefined && { description }),
        detailsHidden: !isSeen,
      };
    }),
  });
}
