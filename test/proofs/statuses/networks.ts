import type { Networks } from '../delivery/network.ts';
import type { Erp } from '../../support/erp.ts';
import { arrivedAt } from './access-point.ts';
import { messagesAtAnaf } from './anaf.ts';
import { collected, credentialOf } from './french-platform.ts';
import type { HeldMessage } from './held-message.ts';

/** A status as one party sends it. */
export interface Told {
  readonly body: { readonly status: string } & Readonly<Record<string, unknown>>;
  /** The network's code for it. */
  readonly code: string;
  /** The code of the care row at the other party, for what changes no status there. */
  readonly heardAs?: string;
}

/** A network that statuses are sent to: another one adds an entry. */
export interface StatusNetwork {
  readonly route: string;
  /** The name of a file in `examples/`. */
  readonly example: string;
  /** The state in which a sent invoice ends, and the kind of its document that the buyer gets. */
  readonly sent: { readonly state: string; readonly document: string };
  /** In the order in which they are sent; empty if that party has none to send. */
  readonly seller: readonly Told[];
  readonly buyer: readonly Told[];
  /** Whether the network brings the statuses of the buyer to the seller, who is a client, too. */
  readonly reachesSeller: boolean;
  /** Whether a message names the invoice as the network does. */
  readonly namesInvoices?: true;
  /** By the question that the service asks of its rail; without `poll` the answer to the call is the last one. */
  readonly calls: Readonly<Record<'send' | 'inquiry', string> & { poll?: string }>;
  /** Stores the client's credential. */
  prepare(erp: Erp, client: string): Promise<void>;
  /** Tells the network of the invoice that the buyer gets. */
  layReady(networks: Networks, buyer: string, xml: string): Promise<void>;
  /** All messages of the clients, with their duplicates. */
  held(networks: Networks, clients: readonly string[]): Promise<readonly HeldMessage[]>;
}

export const STATUS_NETWORKS: readonly StatusNetwork[] = [
  {
    route: 'FR-PA',
    example: 'over-fr-pa',
    sent: { state: 'delivered', document: 'ubl' },
    seller: [
      { body: { status: 'completed' }, code: '209' },
      { body: { status: 'paid', amounts: [{ amount: '99999.00', vat_rate: '20.00' }] }, code: '212' },
    ],
    buyer: [
      { body: { status: 'in_process' }, code: '204' },
      { body: { status: 'suspended', reason_code: 'JUSTIF_ABS' }, code: '208' },
      { body: { status: 'accepted' }, code: '205' },
      { body: { status: 'payment_sent' }, code: '211' },
    ],
    reachesSeller: false,
    calls: { send: 'POST /v1/flows', inquiry: 'POST /flows/search', poll: 'GET /flows/*' },
    prepare: credentialOf,
    layReady: (networks, buyer, xml) => networks.layReady('FR-PA', buyer, xml),
    held: collected,
  },
  {
    route: 'PEPPOL',
    example: 'over-peppol',
    sent: { state: 'delivered', document: 'ubl' },
    seller: [],
    buyer: [
      { body: { status: 'in_process' }, code: 'IP' },
      { body: { status: 'under_query', reason_code: 'REF' }, code: 'UQ' },
      { body: { status: 'accepted' }, code: 'AP' },
      { body: { status: 'paid' }, code: 'PD' },
    ],
    reachesSeller: true,
    calls: { send: 'POST /submit-sbd', inquiry: 'GET /status/*' },
    // The sandbox's own access point sends for both.
    prepare: async () => undefined,
    layReady: async () => undefined,
    held: arrivedAt,
  },
  {
    route: 'RO-EFACTURA',
    example: 'over-ro-efactura',
    sent: { state: 'accepted', document: 'ubl' },
    seller: [],
    buyer: [
      {
        body: { status: 'message', note: 'Where is our order?' },
        code: 'RASP',
        heardAs: 'ANAF-BUYER-MESSAGE',
      },
    ],
    reachesSeller: true,
    namesInvoices: true,
    calls: { send: 'POST /upload', inquiry: 'GET /listaMesajePaginatieFactura' },
    // The sandbox's own log-in acts for both.
    prepare: async () => undefined,
    layReady: async () => undefined,
    held: messagesAtAnaf,
  },
];
