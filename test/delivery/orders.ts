import { example, type Submission } from '../support/erp.ts';
import { seeded } from '../support/seeded.ts';

/** How an invoice ends, whatever dies on its way. */
export interface End {
  readonly state: string;
  /** Of its events; after them only what the buyer says. */
  readonly told: readonly string[];
  readonly buyerStatus?: string;
  /** How many documents the network holds of it. */
  readonly held: 0 | 1;
}

interface Kind {
  /** Of its number (docs/sandbox.md). */
  readonly ending: string;
  readonly route: 'PEPPOL' | 'PL-KSEF' | 'DE-XRECHNUNG';
  /** How many of a hundred. */
  readonly share: number;
  readonly end: End;
}

const DELIVERED = ['received', 'validated', 'submitted', 'delivered'];
const delivered: End = { state: 'delivered', told: DELIVERED, held: 1 };
const accepted: End = {
  state: 'accepted',
  told: ['received', 'validated', 'submitted', 'accepted'],
  held: 1,
};

/** Every way through the delivery; the shares make all points of it busy. */
const KINDS: readonly Kind[] = [
  { ending: '', route: 'PEPPOL', share: 20, end: delivered },
  { ending: '-TIMEOUT', route: 'PEPPOL', share: 10, end: delivered },
  { ending: '-LOST', route: 'PEPPOL', share: 5, end: delivered },
  { ending: '-5XX-ONCE', route: 'PEPPOL', share: 5, end: delivered },
  { ending: '-NOSIGNAL', route: 'PEPPOL', share: 15, end: delivered },
  { ending: '-ACCEPT', route: 'PEPPOL', share: 10, end: { ...delivered, buyerStatus: 'accepted' } },
  {
    ending: '-MLSRE',
    route: 'PEPPOL',
    share: 5,
    end: { state: 'rejected', told: [...DELIVERED, 'rejected'], held: 1 },
  },
  {
    ending: '-REJECT',
    route: 'PEPPOL',
    share: 5,
    end: { state: 'rejected', told: ['received', 'validated', 'rejected'], held: 0 },
  },
  { ending: '', route: 'PL-KSEF', share: 8, end: accepted },
  { ending: '-TIMEOUT', route: 'PL-KSEF', share: 3, end: accepted },
  { ending: '-LOST', route: 'PL-KSEF', share: 2, end: accepted },
  { ending: '-5XX-ONCE', route: 'PL-KSEF', share: 2, end: accepted },
  {
    ending: '',
    route: 'DE-XRECHNUNG',
    share: 10,
    end: { state: 'ready', told: ['received', 'validated', 'ready'], held: 0 },
  },
];

export const CLIENTS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six'];
/** The others use what is built into the sandbox, which is an access point that cannot be asked. */
export const ASKABLE: ReadonlySet<string> = new Set(['two', 'four', 'six']);

/** One invoice to be handed in, and what the service said of it. */
export interface Order {
  readonly client: string;
  readonly number: string;
  readonly idempotencyKey: string;
  readonly body: string;
  readonly end: End;
  /** Every id that a 202 named for it. */
  readonly ids: Set<string>;
}

export function orderOf(index: number, seed: number): Order {
  const { ending, route, end } = kindOf(seeded(seed * 7919 + index)() * 100);
  const number = `K-${seed}-${index}${ending}`;
  const at = index % CLIENTS.length;
  return {
    client: CLIENTS[at]!,
    number,
    idempotencyKey: `key-of-${number}`,
    body: JSON.stringify(route === 'PL-KSEF' ? polish(number, NIPS[at]!) : invoice(number, route)),
    end,
    ids: new Set(),
  };
}

function kindOf(place: number): Kind {
  let sum = 0;
  return KINDS.find(({ share }) => place < (sum += share)) ?? KINDS[0]!;
}

/** A seller for each client: KSeF counts calls by company. */
const NIPS = ['5260250274', '5265877635', '7251801126', '8943100558', '6770001116', '5213009111'] as const;

function polish(number: string, nip: string): Submission {
  const { document, ...rest } = example('over-pl-ksef');
  const { seller } = document as unknown as { seller: object };
  const made = {
    ...document,
    invoice: { ...document.invoice, number },
    seller: { ...seller, vat_id: `PL${nip}` },
  };
  return { ...rest, invoice_ref: number, document: made };
}

/** An XRechnung between two participants. */
function invoice(number: string, route: Kind['route']): Submission {
  const { document, ...rest } = example('over-peppol');
  return {
    ...rest,
    route,
    invoice_ref: number,
    document: { ...document, invoice: { ...document.invoice, number } },
  };
}
