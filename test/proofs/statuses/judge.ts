import type { HeldMessage } from './held-message.ts';
import type { Told } from './networks.ts';

/** A status that the service has accepted. */
export interface StatusOrder {
  readonly invoiceNumber: string;
  /** `/invoices/inv_…` */
  readonly path: string;
  readonly told: Told;
  /** The invoice of the other party, if the network brings it there. */
  readonly otherPath?: string;
  /** Every id that a 202 returned for it. */
  readonly ids: ReadonlySet<string>;
}

export interface Event {
  readonly buyer_status?: string | null;
  readonly errors?: readonly { readonly code: string }[];
  readonly route?: { readonly raw?: { readonly code?: string } };
}

/** The faults: each accepted status has to be at the network once, and one event has to report it. @param events by path. */
export function faultsOf(
  orders: readonly StatusOrder[],
  held: readonly HeldMessage[],
  events: ReadonlyMap<string, readonly Event[]>,
): readonly string[] {
  const faults = orders.flatMap((order) => [
    ...faultsOfOne(order, held, events.get(order.path) ?? []),
    ...faultsAtOther(order, events),
  ]);
  const isOrdered = ({ invoiceNumber, code }: HeldMessage): boolean =>
    orders.some((order) => order.invoiceNumber === invoiceNumber && order.told.code === code);
  const strange = held.filter((message) => !isOrdered(message));
  return [
    ...faults,
    ...strange.map(({ invoiceNumber, code }) => `${code} of ${invoiceNumber} was never ordered`),
  ];
}

function faultsOfOne(
  { invoiceNumber, told, ids }: StatusOrder,
  held: readonly HeldMessage[],
  events: readonly Event[],
): readonly string[] {
  const name = `${told.body.status} (${told.code}) of ${invoiceNumber}`;
  const own = held.filter((one) => one.invoiceNumber === invoiceNumber && one.code === told.code);
  const faults: string[] = [];
  if (ids.size !== 1) faults.push(`${name} was accepted as ${[...ids].join(' and ') || 'nothing'}`);
  if (own.length !== 1) faults.push(`${name} is at the network ${own.length} times`);
  for (const { refusal } of own) if (refusal !== undefined) faults.push(`${name} was refused: ${refusal}`);
  const reports = events.filter((event) => isOf(event, told));
  if (reports.length !== 1) faults.push(`${name} is reported by ${reports.length} events`);
  for (const { errors = [] } of reports)
    for (const { code } of errors) faults.push(`the event of ${name} has ${code}`);
  return faults;
}

function faultsAtOther(
  { invoiceNumber, told, otherPath }: StatusOrder,
  events: ReadonlyMap<string, readonly Event[]>,
): readonly string[] {
  if (otherPath === undefined) return [];
  const tells = (events.get(otherPath) ?? []).filter((event) => isHeard(event, told));
  if (tells.length === 1) return [];
  return [
    `${told.body.status} (${told.code}) of ${invoiceNumber} reaches the other party in ${tells.length} events`,
  ];
}

/** A text changes no status, so only the network's code shows it. */
export const isOf = ({ buyer_status: buyerStatus, route }: Event, { body, code }: Told): boolean =>
  body.status === 'message'
    ? route?.raw?.code === code
    : buyerStatus === body.status && (route?.raw?.code ?? code) === code;

/** The event of the other party. */
export const isHeard = (event: Event, told: Told): boolean =>
  told.heardAs === undefined
    ? isOf(event, told)
    : (event.errors ?? []).some(({ code }) => code === told.heardAs);
