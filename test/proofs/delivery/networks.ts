import { aCertificate, seal } from '../../sandbox/pl-ksef/certificates.ts';
import { parsed } from '../../domain/parsed.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import type { Submission } from '../../support/erp.ts';

type Document = Submission['document'];

/** How an invoice ends, whichever process dies on the way. */
export interface End {
  readonly state: string;
  /** The states of its events; only answers of the buyer follow. */
  readonly reported: readonly string[];
  /** Events with this status may repeat: messages of the route that change nothing. */
  readonly repeats?: string;
  /**
   * An event with this status may come in between. An access point accepts a document before its receiver refuses it; a refusal is the first
   * answer if that of the send was lost (decisions, "moves").
   */
  readonly between?: string;
  readonly buyerStatus?: string;
  /** How many documents of it the network has. */
  readonly held: 0 | 1;
  /** What the network knows of that document. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The buyer has its document by mail. */
  readonly isMailed?: true;
  /** The kind of the route's proof that is stored in the end. */
  readonly receipt?: string;
  /** The end if the only answer with the reason is lost: status inquiries continue for ever, and a care row informs a person. */
  readonly unsettled?: Unsettled;
}

interface Unsettled {
  readonly state: string;
  readonly reported: readonly string[];
  /** The code in the invoice's finding and in its open care row. */
  readonly code: string;
}

interface Kind {
  /** The ending of its number (docs/sandbox.md). */
  readonly ending: string;
  /** Its share of all invoices, relative to the others. */
  readonly share: number;
  readonly end: End;
  /** The buyer gets its page first. */
  readonly offline?: true;
  /** Makes another kind of document of the example. */
  readonly edit?: (document: Document) => Document;
  /** Submitted as a finished file. */
  readonly file?: (document: Document) => Promise<Uint8Array>;
  /** The end of the technical correction that follows when it was refused. */
  readonly corrected?: End;
}

/** A route that takes part: a new one adds an entry. */
export interface RouteInPlay {
  readonly route: string;
  /** The name of a file in `examples/`. */
  readonly example: string;
  readonly kinds: readonly Kind[];
  /** The parts of the example that differ by client. */
  readonly own?: (document: Document, client: number) => Document;
  /** Left out for a route whose documents are picked up. */
  readonly network?: NetworkInPlay;
  /** Signs the codes of the offline invoices of a client. */
  readonly signer?: (client: number) => Promise<Signer>;
}

interface Signer {
  readonly kind: string;
  readonly legalEntity: string;
  readonly value: object;
}

export interface NetworkInPlay {
  /** Calls that can fail. */
  readonly calls: readonly string[];
  /** Calls that only batches make. */
  readonly batchCalls?: readonly string[];
  /** Stored by half of the clients; the others, or all, use the one built into the sandbox. */
  readonly credential?: {
    readonly kind: string;
    readonly value: object;
    /** A credential of another account at the same network. */
    readonly other?: object;
  };
  /** The part of a document's text that the network hashes. */
  readonly hashed: (xml: string) => string;
}

const DELIVERED = ['received', 'validated', 'submitted', 'delivered'];
const delivered: End = { state: 'delivered', reported: DELIVERED, held: 1 };

const ACCEPTED = ['received', 'validated', 'submitted', 'accepted'];
const byAnaf: End = { state: 'accepted', reported: ACCEPTED, held: 1, receipt: 'anaf-response' };

const selfBilledAtAnaf: End = {
  ...byAnaf,
  facts: { standard: 'CN', cif: '6859662', self_billed: true },
};
const inCiiAtAnaf: End = { ...byAnaf, facts: { standard: 'CII' } };

/** Credits what the buyer has invoiced itself. */
const ofSelfBilled = (document: Document): Document => ({
  ...document,
  invoice: { ...document.invoice, type_code: 381 },
  preceding_invoices: [{ number: 'SB-1', issue_date: '2026-09-01', type_code: 389 }],
});

async function fileInCii(document: Document): Promise<Uint8Array> {
  // Only the builder of France writes plain EN 16931 as CII.
  const built = await DOCUMENTS.build(parsed(document), 'FR-PA', 'cii');
  if (!built.ok) throw new Error(JSON.stringify(built.findings));
  return built.document.bytes;
}

/** The buyers whom the record of each client names. The mail server loses its first answer about each mail to the second one. */
export const MAILED_BUYERS = [
  { buyer_reference: 'BY-MAIL', to: 'buyer@buyer.example' },
  { buyer_reference: 'BY-LOST-MAIL', to: 'lost@buyer.example' },
] as const;
const referring = (reference: (typeof MAILED_BUYERS)[number]['buyer_reference']) => (document: Document) => ({
  ...document,
  invoice: { ...document.invoice, buyer_reference: reference },
});

/** A seller for each client: KSeF counts calls by company. */
const NIPS = ['5260250274', '5265877635', '7251801126', '8943100558', '6770001116', '5213009111'];
const inKsef: End = { state: 'accepted', reported: ACCEPTED, held: 1, receipt: 'upo' };

async function offlineCertificate(client: number): Promise<Signer> {
  const nip = NIPS[client % NIPS.length]!;
  const { certificate, key } = await aCertificate(seal(nip), 'P-256', { usage: 'Offline' });
  const value = { certificate, private_key: key };
  return { kind: 'ksef-offline-certificate', legalEntity: `PL${nip}`, value };
}

const inFrance: End = {
  state: 'delivered',
  reported: [...ACCEPTED, 'delivered'],
  // 201 and 202.
  repeats: 'accepted',
  held: 1,
  receipt: 'fr-lifecycle',
};

const READY = ['received', 'validated', 'ready'];
// Its mail is an event of its own.
const mailed: End = { state: 'ready', reported: READY, repeats: 'ready', held: 0, isMailed: true };

const ACCESS_POINT = {
  // The sandbox's own platform is called instead.
  base_url: 'https://access-point.example',
  token: 'a-token',
  sender_participant_id: '9930:de281457638',
  dialect: 'phase4',
};

/** Every way through the delivery; the shares make all points of it busy. */
export const ROUTES: readonly RouteInPlay[] = [
  {
    route: 'PEPPOL',
    example: 'over-peppol',
    kinds: [
      { ending: '', share: 12, end: delivered },
      { ending: '-TIMEOUT', share: 8, end: delivered },
      { ending: '-LOST', share: 5, end: delivered },
      { ending: '-5XX-ONCE', share: 3, end: delivered },
      { ending: '-NOSIGNAL', share: 12, end: delivered },
      { ending: '-ACCEPT', share: 10, end: { ...delivered, buyerStatus: 'accepted' } },
      { ending: '', share: 4, edit: ofSelfBilled, end: { ...delivered, facts: { typeCode: '261' } } },
      { ending: '-TIMEOUT', share: 2, edit: ofSelfBilled, end: { ...delivered, facts: { typeCode: '261' } } },
      {
        ending: '-MLSRE',
        share: 5,
        end: { state: 'rejected', reported: [...DELIVERED, 'rejected'], held: 1 },
      },
      {
        ending: '-REJECT',
        share: 3,
        end: {
          state: 'rejected',
          reported: ['received', 'validated', 'rejected'],
          between: 'submitted',
          held: 0,
          // phoss-ap states the code of an AS4 error only in the answer to the send (`routes/peppol.md`, 4.4).
          unsettled: {
            state: 'submitted',
            reported: ['received', 'validated', 'submitted'],
            code: 'EI-SEND-UNKNOWN',
          },
        },
      },
    ],
    network: {
      calls: ['POST /submit-sbd', 'GET /status/*', 'POST /sendsbdh'],
      // For an access point without a status inquiry; the built-in one has one.
      credential: {
        kind: 'access-point',
        value: ACCESS_POINT,
        // Answers go to the token with which the document was sent.
        other: { ...ACCESS_POINT, sender_participant_id: '9930:de136695976' },
      },
      // As in an envelope: without its declaration.
      hashed: (xml) => xml.replace(/^<\?xml[^>]*\?>/, '').trim(),
    },
  },
  {
    route: 'RO-EFACTURA',
    example: 'over-ro-efactura',
    kinds: [
      { ending: '', share: 12, end: byAnaf },
      { ending: '-SLOW', share: 6, end: byAnaf },
      { ending: '-TIMEOUT', share: 6, end: byAnaf },
      { ending: '-LOST', share: 3, end: byAnaf },
      { ending: '-5XX-ONCE', share: 2, end: byAnaf },
      { ending: '', share: 4, edit: ofSelfBilled, end: selfBilledAtAnaf },
      { ending: '-TIMEOUT', share: 2, edit: ofSelfBilled, end: selfBilledAtAnaf },
      { ending: '', share: 4, file: fileInCii, end: inCiiAtAnaf },
      { ending: '-TIMEOUT', share: 2, file: fileInCii, end: inCiiAtAnaf },
      {
        ending: '-REJECT',
        share: 3,
        end: {
          state: 'rejected',
          reported: ['received', 'validated', 'rejected'],
          between: 'submitted',
          // Its reasons are in the receipt: if they are fetched later, an event of their own reports them.
          repeats: 'rejected',
          held: 0,
          receipt: 'anaf-response',
        },
      },
    ],
    network: {
      calls: ['POST /upload', 'GET /stareMesaj', 'GET /descarcare', 'GET /listaMesajePaginatieFactura'],
      // Each access token soon expires, so that there are many log-ins.
      credential: {
        kind: 'anaf-oauth',
        value: { client_id: 'erp', client_secret: 'a-secret', refresh_token: 'a-token-SHORT' },
        other: { client_id: 'other', client_secret: 'another-secret', refresh_token: 'another-token-SHORT' },
      },
      hashed: (xml) => xml,
    },
  },
  {
    route: 'PL-KSEF',
    example: 'over-pl-ksef',
    own: (document, client) => ({
      ...document,
      seller: { ...(document['seller'] as object), vat_id: `PL${NIPS[client % NIPS.length]}` },
    }),
    kinds: [
      { ending: '', share: 8, end: inKsef },
      { ending: '-TIMEOUT', share: 3, end: inKsef },
      { ending: '-LOST', share: 2, end: inKsef },
      { ending: '-5XX-ONCE', share: 2, end: inKsef },
      { ending: '-OFFLINE', share: 4, end: inKsef, offline: true },
      { ending: '-OFFLINE-TIMEOUT', share: 2, end: inKsef, offline: true },
      {
        ending: '-OFFLINE-REJECT',
        share: 3,
        end: {
          state: 'rejected',
          reported: ['received', 'validated', 'rejected'],
          between: 'submitted',
          held: 0,
        },
        offline: true,
        corrected: inKsef,
      },
    ],
    signer: offlineCertificate,
    network: {
      calls: [
        ...['POST /auth/ksef-token', 'POST /auth/token/redeem', 'POST /sessions/online'],
        ...['POST /sessions/online/*', 'GET /sessions/*'],
      ],
      batchCalls: ['POST /sessions/batch', 'POST /sessions/batch/*/close', 'PUT /batch-parts/*'],
      hashed: (xml) => xml,
    },
  },
  {
    route: 'FR-PA',
    example: 'over-fr-pa',
    kinds: [
      { ending: '', share: 6, end: inFrance },
      { ending: '-TIMEOUT', share: 3, end: inFrance },
      { ending: '-LOST', share: 2, end: inFrance },
      { ending: '-5XX-ONCE', share: 2, end: inFrance },
      { ending: '-PAID', share: 3, end: { ...inFrance, buyerStatus: 'paid' } },
      {
        ending: '-REJECT',
        share: 2,
        end: {
          state: 'rejected',
          reported: ['received', 'validated', 'rejected'],
          between: 'submitted',
          held: 0,
          receipt: 'fr-lifecycle',
        },
      },
    ],
    network: {
      calls: ['POST /oauth/token', 'POST /v1/flows', 'POST /flows/search', 'GET /flows/*'],
      credential: {
        kind: 'pa-oauth',
        value: { base_url: 'https://platform.example', client_id: 'erp', client_secret: 'a-secret' },
        other: { base_url: 'https://platform.example', client_id: 'other', client_secret: 'a-secret' },
      },
      hashed: (xml) => xml,
    },
  },
  {
    route: 'DE-XRECHNUNG',
    example: 'over-peppol',
    kinds: [
      {
        ending: '',
        share: 10,
        end: { state: 'ready', reported: READY, held: 0 },
      },
      { ending: '', share: 6, edit: referring('BY-MAIL'), end: mailed },
      { ending: '', share: 4, edit: referring('BY-LOST-MAIL'), end: mailed },
    ],
  },
];

export const routeNamed = (name: string): RouteInPlay => {
  const found = ROUTES.find(({ route }) => route === name);
  if (!found) throw new Error(`${name} takes no part`);
  return found;
};
