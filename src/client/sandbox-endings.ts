import type { Route } from './client.ts';

export interface Ending {
  readonly name: string;
  /** At the very end of the invoice number. */
  readonly ending: string;
  /** Every route with a network if left out. */
  readonly routes?: readonly Route[];
  readonly does: string;
}

/** The magic endings of docs/sandbox.md, by what happens. */
export const ENDINGS: readonly Ending[] = [
  { name: 'accepted', ending: '', does: 'the network takes it' },
  { name: 'rejected', ending: '-REJECT', does: 'the network refuses it' },
  { name: 'duplicate', ending: '-DUPLICATE', does: 'the network has another document of this number' },
  { name: 'slow', ending: '-SLOW', does: 'the network takes ten steps more' },
  { name: 'timeout', ending: '-TIMEOUT', does: 'it is taken, and the connection ends without an answer' },
  { name: 'lost-answer', ending: '-LOST', does: 'it is taken, and the answer is an error' },
  { name: 'outage', ending: '-5XX', does: 'the network is away at every try: a dead letter' },
  { name: 'short-outage', ending: '-5XX-ONCE', does: 'the network is away at the first try' },
  { name: 'rate-limit', ending: '-LIMIT', does: 'the network asks to wait, once' },
  { name: 'html', ending: '-HTML', does: 'the network answers a page, once' },
  {
    name: 'unregistered',
    ending: '-NOTREG',
    routes: ['PEPPOL'],
    does: 'the receiver is unknown at the send',
  },
  { name: 'no-receipt', ending: '-NOSIGNAL', routes: ['PEPPOL'], does: 'the receipt is missing, once' },
  { name: 'late-refusal', ending: '-MLSRE', routes: ['PEPPOL'], does: 'it is delivered, then refused' },
  { name: 'session-key', ending: '-KEY', routes: ['PL-KSEF'], does: 'the key of the session ends' },
  {
    name: 'session-cancelled',
    ending: '-CANCELLED',
    routes: ['PL-KSEF'],
    does: 'the session is cancelled, once',
  },
  {
    name: 'not-taken',
    ending: '-NOTTAKEN',
    routes: ['RO-EFACTURA'],
    does: 'the system does not take the file',
  },
  { name: 'technical-error', ending: '-TECH', routes: ['RO-EFACTURA'], does: 'a technical error, once' },
  {
    name: 'schema-error',
    ending: '-ACKERR',
    routes: ['FR-PA'],
    does: 'the acknowledgement refuses the schema',
  },
  { name: 'virus', ending: '-VIRUS', routes: ['FR-PA'], does: 'the acknowledgement reports a virus' },
  { name: 'no-address', ending: '-NOADDR', routes: ['FR-PA'], does: 'it is accepted and not passed on' },
  {
    name: 'routing-error',
    ending: '-ROUTE',
    routes: ['FR-PA'],
    does: 'it is accepted, then a routing error',
  },
  { name: 'buyer-accepts', ending: '-ACCEPT', routes: ['PEPPOL', 'FR-PA'], does: 'the buyer accepts' },
  { name: 'buyer-refuses', ending: '-REFUSE', routes: ['PEPPOL', 'FR-PA'], does: 'the buyer refuses' },
  { name: 'buyer-disputes', ending: '-DISPUTE', routes: ['PEPPOL', 'FR-PA'], does: 'the buyer asks back' },
  {
    name: 'buyer-accepts-partly',
    ending: '-PARTIAL',
    routes: ['PEPPOL', 'FR-PA'],
    does: 'the buyer accepts a part',
  },
  { name: 'buyer-suspends', ending: '-SUSPEND', routes: ['FR-PA'], does: 'the buyer lacks a document' },
  { name: 'buyer-pays', ending: '-PAID', routes: ['PEPPOL', 'FR-PA'], does: 'the buyer pays' },
  { name: 'not-checked', ending: '-NORUN', does: 'the official checks are never run: a dead letter' },
];
