import type { Answer, Call } from '../network.ts';
import type { State } from '../state.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf } from './bodies.ts';
import { pageOf } from './pages.ts';
import { collectiveNumber } from './references.ts';
import { refuse } from './refusals.ts';
import type { Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import { instant } from './warsaw.ts';

export interface CollectiveTools {
  readonly state: State;
  readonly repository: Repository;
}

/** A number that pays several invoices of one seller. */
interface Collective {
  readonly number: string;
  /** The context that made it. */
  readonly nip: string;
  readonly createdAt: number;
  readonly invoices: readonly string[];
}

const KIND = 'collective';
const MAX_INVOICES = 500;
const MAX_NUMBERS_OF_INVOICE = 132;
const MAX_ASKED = 10;

const allIn = (state: State): readonly Collective[] => state.allKept<Collective>(ROUTE, KIND);

/** `POST /collective-identifiers`: a new number at every call. */
export function makeCollective({ state, repository }: CollectiveTools, { nip }: Bearer, call: Call): Answer {
  const invoices = bodyOf(call)
    .list('invoices')
    .map((one) => one.text('ksefNumber'));
  if (invoices.length < 2 || invoices.length > MAX_INVOICES)
    throw refuse(21405, `'invoices' musi mieć od 2 do ${MAX_INVOICES} elementów.`);
  if (new Set(invoices).size < invoices.length) throw refuse(71005);
  const held = invoices.map((one) => repository.find(one));
  if (held.some((one) => !one || ![one.parts.sellerNip, one.parts.buyerNip].includes(nip)))
    throw refuse(71001);
  const [seller = '', ...others] = new Set(held.map((one) => one?.parts.sellerNip ?? ''));
  if (others.length > 0) throw refuse(71004);
  const all = allIn(state);
  if (invoices.some((one) => countOf(one, all) >= MAX_NUMBERS_OF_INVOICE)) throw refuse(71002);
  const createdAt = Date.now();
  const number = collectiveNumber(seller, createdAt);
  state.keep(ROUTE, KIND, number, { number, nip, createdAt, invoices } satisfies Collective);
  return reply(201, { collectiveIdentifierNumber: number });
}

const countOf = (invoice: string, all: readonly Collective[]): number =>
  all.filter(({ invoices }) => invoices.includes(invoice)).length;

/** `GET /collective-identifiers/ksef/{ksefNumber}` */
export function collectivesOf({ state }: CollectiveTools, { nip }: Bearer, call: Call): Answer {
  const invoice = call.params['ksefNumber'] ?? '';
  const { items, next } = pageOf(
    allIn(state).filter(({ invoices }) => invoices.includes(invoice)),
    call,
  );
  return reply(200, {
    ...next,
    collectiveIdentifiers: items.map(({ number, createdAt, nip: maker }) => ({
      collectiveIdentifierNumber: number,
      dateCreated: instant(createdAt),
      createdInCurrentContext: maker === nip,
    })),
  });
}

/** `POST /collective-identifiers/invoices` */
export function invoicesOfCollectives({ state }: CollectiveTools, _bearer: Bearer, call: Call): Answer {
  const asked = bodyOf(call).optionalTexts('collectiveIdentifierNumbers') ?? [];
  if (asked.length < 1 || asked.length > MAX_ASKED)
    throw refuse(21405, `'collectiveIdentifierNumbers' musi mieć od 1 do ${MAX_ASKED} elementów.`);
  const rows = allIn(state)
    .filter(({ number }) => asked.includes(number))
    .flatMap(({ number, invoices }) => invoices.map((ksefNumber) => ({ number, ksefNumber })));
  const { items, next } = pageOf(rows, call);
  return reply(200, {
    ...next,
    invoices: items.map(({ number, ksefNumber }) => ({
      collectiveIdentifierNumber: number,
      ksefNumber,
      detailsHidden: false,
    })),
  });
}
