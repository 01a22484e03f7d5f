import { example, numbered, type Submission } from '../../support/erp.ts';
import { seeded } from '../../support/seeded.ts';
import { type End, ROUTES } from './networks.ts';

export const CLIENTS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six'];
/** Clients with their own credentials. */
export const WITH_CREDENTIALS: ReadonlySet<string> = new Set(['two', 'four', 'six']);

export interface InPlay {
  /** Names of the routes. */
  readonly routes?: readonly string[];
  /** The first ones, up to this number. */
  readonly clients?: number;
  /** Whether a mail server takes part. */
  readonly mails?: boolean;
}

/** One invoice to submit, and the service's answer. */
export interface Order {
  readonly client: string;
  readonly route: string;
  readonly number: string;
  readonly idempotencyKey: string;
  readonly body: string;
  /** Submitted in place of the body. */
  readonly file?: () => Promise<Uint8Array>;
  readonly end: End;
  /** Every id that a 202 returned for it. */
  readonly ids: Set<string>;
  /** The buyer gets its page before the route gets the document. */
  readonly isOffline: boolean;
  /** Submitted when this one was refused: the technical correction of it. */
  readonly correction?: Order;
  /** The number of the refused invoice that this one corrects. */
  readonly corrects?: string;
}

/** @param only the routes that take part; all if left out. */
export function orderOf(index: number, seed: number, only: InPlay = {}): Order {
  const { routes, clients = CLIENTS.length, mails = false } = only;
  const kinds = KINDS.filter(
    ({ route, end }) => (routes?.includes(route) ?? true) && (mails || !end.isMailed),
  );
  const kind = drawn(kinds, seeded(seed * 7919 + index)());
  const at = index % clients;
  const number = `K-${seed}-${index}${kind.ending}`;
  const order = orderFor(kind, at, { number, end: kind.end });
  if (!kind.corrected) return order;
  const corrected = { number: `K-${seed}-${index}-CORRECTED`, end: kind.corrected, corrects: number };
  return { ...order, correction: orderFor(kind, at, corrected) };
}

type Wanted = Pick<Order, 'number' | 'end' | 'corrects'>;

function orderFor(kind: (typeof KINDS)[number], at: number, { number, end, corrects }: Wanted): Order {
  const { route, example: name, own, offline, edit, file } = kind;
  // A technical correction is found by the `invoice_ref` of the invoice that it replaces.
  const { document: plain, ...rest } = numbered(example(name), number, corrects);
  const isCorrection = corrects !== undefined;
  const edited = edit?.(plain) ?? plain;
  const asked = offline ? offlineOf(edited, isCorrection) : edited;
  const document = own?.(asked, at) ?? asked;
  return {
    client: CLIENTS[at]!,
    route,
    number,
    idempotencyKey: `key-of-${number}`,
    body: JSON.stringify({ ...rest, route, document }),
    end,
    ids: new Set(),
    isOffline: offline === true,
    ...(file && { file: () => file(document) }),
    ...(isCorrection && { corrects }),
  };
}

/** Of today: KSeF itself counts an invoice of an earlier day as offline. */
function offlineOf(document: Submission['document'], isCorrection: boolean): Submission['document'] {
  const { due_date: _, ...invoice } = document.invoice;
  const issueDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format(new Date());
  return {
    ...document,
    invoice: { ...invoice, issue_date: issueDate },
    pl: { offline: true, ...(isCorrection && { technical_correction: true }) },
  };
}

const KINDS = ROUTES.flatMap(({ kinds, ...known }) => kinds.map((kind) => ({ ...known, ...kind })));

/** Drawn by their shares. */
function drawn(kinds: typeof KINDS, random: number) {
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  return kinds.find(({ share }) => random * all < (sum += share)) ?? kinds[0]!;
}
