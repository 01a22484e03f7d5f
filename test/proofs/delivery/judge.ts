import { createHash } from 'node:crypto';
import { read, readText } from '../../support/calls.ts';
import { type ArrivedMail, headerOf } from '../../support/mail-server.ts';
import type { Service } from '../../support/service.ts';
import type { HeldDocument } from './network.ts';
import { type End, routeNamed } from './networks.ts';
import { CLIENTS, type Order } from './orders.ts';

interface Row {
  readonly id: string;
  readonly invoice_number: string;
  readonly state: string;
  readonly buyer_status: string | null;
  readonly document_sha256?: string;
}
interface Shown extends Row {
  readonly documents: readonly { readonly kind: string; readonly sha256: string; readonly href: string }[];
  readonly errors: readonly { readonly code: string }[];
  /** Of an offline invoice, signed before it was sent. */
  readonly qr_links?: { readonly invoice: string; readonly certificate: string };
}
interface CareRow {
  readonly invoice_id: string;
  readonly catalogue_code: string;
}
interface Event {
  readonly sequence: number;
  readonly status: string;
  /** Of a mail: `document_mailed`, `document_not_mailed`. */
  readonly event?: string;
  readonly errors?: readonly { readonly code: string }[];
}
interface Told extends Row {
  readonly events: readonly Event[];
}

/** The view from outside: of the ERPs, and at the network. */
export interface View {
  readonly service: Service;
  /** By client. */
  readonly keys: ReadonlyMap<string, string>;
  readonly orders: readonly Order[];
  /** Those whose proof was seen. */
  readonly proven: Set<Order>;
}

/** After six failures or deaths over one invoice (contract part 8). This is an end, too, unless many invoices have it. */
const GIVEN_UP = 'dead_letter';
const [MAILED, NOT_MAILED] = ['document_mailed', 'document_not_mailed'];
/** For an invoice that the network or the buyer may have, whatever failed last. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['EI-SEND-UNKNOWN', 'EI-MAIL-UNKNOWN']);
/** The end of an invoice over which processes die again and again. */
const OF_DEATHS = 'EI-SERVICE-FAULT';
/** The allowed share of all orders. Deaths one after another give up an invoice; a service that gave up every hard one would, too. */
const MAX_SHARE_GIVEN_UP = 1 / 4;

/** Orders that have not ended, or have ended without their proof. */
export async function open({ service, keys, orders, proven }: View): Promise<readonly Order[]> {
  const rows = new Map<string, Row>();
  for (const client of CLIENTS)
    for (const row of await listed(service, keys.get(client)!)) rows.set(row.invoice_number, row);
  const underWay: Order[] = [];
  for (const order of orders) {
    const { number, client, end } = order;
    const row = rows.get(number);
    if (row?.state === GIVEN_UP) continue;
    if (row?.state === end.state && row.buyer_status === (end.buyerStatus ?? null)) continue;
    if (row && (await isUnsettled(service, keys.get(client)!, row, end))) continue;
    underWay.push(order);
  }
  if (underWay.length > 0) return underWay;
  const unproven: Order[] = [];
  for (const order of orders) {
    const row = rows.get(order.number)!;
    if (row.state === GIVEN_UP || proven.has(order)) continue;
    if (await isProven(service, keys.get(order.client)!, row, order.end)) proven.add(order);
    else unproven.push(order);
  }
  return unproven;
}

/** Its end cannot be known, and its finding states that. */
async function isUnsettled(service: Service, key: string, row: Row, { unsettled }: End): Promise<boolean> {
  if (row.state !== unsettled?.state) return false;
  const { errors } = await read<Shown>(service, key, `/invoices/${row.id}`);
  return errors.some(({ code }) => code === unsettled.code);
}

async function hasOpenCare(service: Service, key: string, { id }: Row, code: string): Promise<boolean> {
  const { data } = await read<{ data: readonly CareRow[] }>(service, key, '/care?status=open');
  return data.some((row) => row.invoice_id === id && row.catalogue_code === code);
}

async function hasReceipt(service: Service, key: string, { id }: Row, { receipt }: End): Promise<boolean> {
  const { documents } = await read<Shown>(service, key, `/invoices/${id}`);
  return documents.some(({ kind }) => kind === receipt);
}

/** It has its receipt, and what became of its mail is reported. */
async function isProven(service: Service, key: string, row: Row, end: End): Promise<boolean> {
  if (end.receipt && !(await hasReceipt(service, key, row, end))) return false;
  return !end.isMailed || (await eventsOf(service, key, row)).some(({ event }) => event !== undefined);
}

/** What the networks and the buyers have. */
export interface Held {
  readonly documents: readonly HeldDocument[];
  readonly mails: readonly ArrivedMail[];
}

export interface Verdict {
  /** Faults in words; none if all is well. */
  readonly faults: readonly string[];
  /** Invoices given up, by the code of the reason. */
  readonly givenUp: ReadonlyMap<string, number>;
}

export async function verdictOn(
  { service, keys, orders }: Omit<View, 'proven'>,
  { documents, mails }: Held,
): Promise<Verdict> {
  const faults: string[] = [];
  const givenUp: string[] = [];
  for (const client of CLIENTS) {
    const key = keys.get(client)!;
    const mine = orders.filter((order) => order.client === client);
    const rows = await listed(service, key);
    if (rows.length !== mine.length) faults.push(`${client} sent ${mine.length} and has ${rows.length}`);
    for (const order of mine) {
      const own = rows.filter((row) => row.invoice_number === order.number);
      faults.push(...intakeFaults(order, own));
      for (const row of own) {
        const reported = { ...row, events: await eventsOf(service, key, row) };
        faults.push(...(await faultsOfOne(service, key, reported, order)));
        if (isEndedUnsent(reported)) givenUp.push(reasonOf(reported) ?? 'no reason');
        faults.push(...mailFaults(order, reported, mails));
      }
      const held = documents.filter(({ number }) => number === order.number);
      const isGivenUp = own.some(({ state }) => state === GIVEN_UP);
      if (isGivenUp && held.length > 0 && !UNKNOWN.has(givenUp.at(-1)))
        faults.push(`the network has ${order.number}, which was given up for ${givenUp.at(-1)}`);
      if (isGivenUp ? held.length > 1 : held.length !== order.end.held)
        faults.push(`the network has ${order.number} ${held.length} times, not ${order.end.held}`);
      for (const { id } of held.length > 0 ? own : []) {
        const sent = await sentHash(service, key, id, order);
        if (held.some(({ sha256 }) => sha256 !== sent))
          faults.push(`the network has another ${order.number}`);
        for (const one of held) faults.push(...factFaults(order, one));
        if (order.isOffline) faults.push(...(await offlineFaults(service, key, id, { order, held, rows })));
      }
    }
  }
  faults.push(...tooManyGivenUp(givenUp, orders.length));
  const known = new Set(orders.map(({ number }) => number));
  for (const { number } of documents)
    if (!known.has(number)) faults.push(`the network has ${number}, which was never sent`);
  for (const { files } of mails)
    if (!known.has(numberOf(files))) faults.push(`a buyer has ${numberOf(files)}, which was never sent`);
  return { faults, givenUp: counted(givenUp) };
}

async function eventsOf(service: Service, key: string, { id }: Row): Promise<readonly Event[]> {
  return (await read<{ data: Event[] }>(service, key, `/invoices/${id}/events`)).data;
}

function counted(reasons: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

const givesUp = ({ status, event }: Event): boolean => status === GIVEN_UP || event === NOT_MAILED;
const isEndedUnsent = ({ events }: Told): boolean => events.some(givesUp);

/** @returns the code of the event that gives the invoice, or its mail, up. */
const reasonOf = ({ events }: Told): string | undefined => events.find(givesUp)?.errors?.[0]?.code;

/** The name of the file that is mailed has the number of the invoice. */
const numberOf = ([file]: ArrivedMail['files']): string => (file?.name ?? '').replace(/\.xml$/, '');

/** The buyer has the document; every copy is the same mail, for a filter to drop. One event reports it. */
function mailFaults({ number, end }: Order, row: Told, mails: readonly ArrivedMail[]): string[] {
  const own = mails.filter(({ files }) => numberOf(files) === number);
  if (!end.isMailed) return own.length > 0 ? [`${number} was mailed`] : [];
  if (row.state === GIVEN_UP) return [];
  const events = row.events.filter(({ event }) => event !== undefined);
  const faults = events.length === 1 ? [] : [`what became of its mail is in ${events.length} events`];
  if (own.length === 0 && events.at(-1)?.event === MAILED) faults.push('never reached its buyer');
  if (own.length > 0 && events.at(-1)?.event === NOT_MAILED && !UNKNOWN.has(reasonOf(row)))
    faults.push(`was mailed, and is given up for ${reasonOf(row)}`);
  if (new Set(own.map(({ sha256 }) => sha256)).size > 1) faults.push('has other bytes in its next mail');
  if (new Set(own.map((mail) => headerOf(mail, 'Message-ID'))).size > 1) faults.push('has two Message-IDs');
  if (own.some(({ files }) => files[0]?.sha256 !== row.document_sha256)) faults.push('has another file');
  return faults.map((fault) => `${number} ${fault}: ${row.id}`);
}

function factFaults({ number, end }: Order, held: HeldDocument): string[] {
  const facts = new Map<string, unknown>(Object.entries(held));
  return Object.entries(end.facts ?? {})
    .filter(([name, value]) => facts.get(name) !== value)
    .map(([name, value]) => `${number} has the ${name} ${String(facts.get(name))}, not ${String(value)}`);
}

function tooManyGivenUp(reasons: readonly string[], orders: number): string[] {
  if (reasons.length <= orders * MAX_SHARE_GIVEN_UP) return [];
  const ofDeaths = reasons.filter((reason) => reason === OF_DEATHS).length;
  const others = reasons.filter((reason) => reason !== OF_DEATHS).join(', ');
  return [`${reasons.length} of ${orders} were given up: ${ofDeaths} for deaths, the others for ${others}`];
}

async function listed(service: Service, key: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await read<{ data: Row[]; total: number }>(
      service,
      key,
      `/invoices?page_size=200&sort=oldest&page=${page}`,
    );
    rows.push(...answer.data);
    if (page * 200 >= answer.total) return rows;
  }
}

function intakeFaults({ number, ids }: Order, own: readonly Row[]): string[] {
  const faults: string[] = [];
  if (own.length !== 1) faults.push(`${number} is stored ${own.length} times`);
  if (ids.size !== 1) faults.push(`${number} was answered with ${ids.size} ids`);
  for (const id of ids)
    if (!own.some((row) => row.id === id)) faults.push(`${number}: ${id} was accepted and is unknown`);
  return faults;
}

/** The hash of the document in the form that its network stores. */
async function sentHash(service: Service, key: string, id: string, { route }: Order): Promise<string> {
  const { documents, document_sha256 } = await read<Shown>(service, key, `/invoices/${id}`);
  const href = documents.find(({ sha256 }) => sha256 === document_sha256)?.href;
  if (href === undefined) return 'none';
  const xml = await readText(service, key, href);
  return createHash('sha256')
    .update(routeNamed(route).network?.hashed(xml) ?? xml)
    .digest('hex');
}

interface HeldOffline {
  readonly order: Order;
  readonly held: readonly HeldDocument[];
  /** The invoices of the client. */
  readonly rows: readonly Row[];
}

/** The codes on the buyer's page lead to the bytes that the network has, and it knows that they were issued offline. */
async function offlineFaults(
  service: Service,
  key: string,
  id: string,
  { order: { number, corrects }, held, rows }: HeldOffline,
): Promise<string[]> {
  const { qr_links: links } = await read<Shown>(service, key, `/invoices/${id}`);
  const replaced = rows.find((row) => row.invoice_number === corrects)?.document_sha256;
  const faults: string[] = [];
  for (const one of held) {
    const hash = Buffer.from(one.sha256, 'hex').toString('base64url');
    if (!links?.invoice.endsWith(`/${hash}`)) faults.push(`the codes of ${number} lead to another document`);
    if (!links?.certificate.includes(`/${hash}/`)) faults.push(`another document than ${number} is signed`);
    if (one.invoicing_mode !== 'Offline') faults.push(`${number} was sent as ${one.invoicing_mode}`);
    const corrected = one.corrects && Buffer.from(one.corrects, 'base64').toString('hex');
    if (corrected !== replaced) faults.push(`${number} corrects ${corrected}, not ${replaced}`);
  }
  return faults;
}

async function faultsOfOne(
  service: Service,
  key: string,
  row: Told,
  { number, end }: Order,
): Promise<string[]> {
  const faults: string[] = [];
  const reported = row.events
    .map(({ status }) => status)
    .filter((status, at, all) => status !== end.repeats || status !== all[at - 1])
    .filter((status, at, all) => status !== end.between || at === all.length - 1);
  const story = row.events.map(({ sequence, status }) => `${sequence} ${status}`).join(', ');
  if (row.events.some(({ sequence }, index) => sequence !== index + 1))
    faults.push('has a gap in its sequence');
  if (reported.at(-1) !== row.state) faults.push('is in another state than its last event');
  if (row.state !== GIVEN_UP) faults.push(...(await faultsAtEnd(service, key, row, { end, reported })));
  else if (reasonOf(row) === undefined) faults.push('was given up without a reason');
  return faults.length > 0 ? [`${number} ${faults.join(', ')}: ${row.id}, ${story}`] : [];
}

async function faultsAtEnd(
  service: Service,
  key: string,
  row: Row,
  { end, reported }: { readonly end: End; readonly reported: readonly string[] },
): Promise<string[]> {
  const { unsettled } = end;
  if (!unsettled || !(await isUnsettled(service, key, row, end)))
    return endFaults(service, key, row, { end, reported });
  const faults = await endFaults(service, key, row, { end: { ...end, ...unsettled }, reported });
  const hasCare = await hasOpenCare(service, key, row, unsettled.code);
  return hasCare ? faults : [...faults, `has no open care row ${unsettled.code}`];
}

async function endFaults(
  service: Service,
  key: string,
  row: Row,
  { end, reported }: { readonly end: End; readonly reported: readonly string[] },
): Promise<string[]> {
  const faults: string[] = [];
  if (row.state !== end.state) faults.push(`ended as ${row.state}, not ${end.state}`);
  if (row.buyer_status !== (end.buyerStatus ?? null)) faults.push(`has the buyer status ${row.buyer_status}`);
  const beyond = reported.slice(end.reported.length);
  const isToldAsWanted = end.reported.every((status, index) => reported[index] === status);
  if (!isToldAsWanted || (beyond.length > 0 && !end.buyerStatus)) faults.push('has other events');
  if (end.receipt && !(await hasReceipt(service, key, row, end))) faults.push(`has no ${end.receipt}`);
  if (row.state === end.state && end.state !== 'rejected') {
    const manifest = await read<{ sha256: string }>(service, key, `/invoices/${row.id}/documents/manifest`);
    if (manifest.sha256 !== row.document_sha256) faults.push('has a manifest of another document');
  }
  return faults;
}
