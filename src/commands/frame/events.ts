import type { Invoice, StatusEvent } from '../../client/client.ts';
import type { Style, Terminal } from './terminal.ts';

const REJECTED: ReadonlySet<string> = new Set([
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
]);
const ENDS: ReadonlySet<string> = new Set(['accepted', 'delivered', 'ready']);

const styleOf = (status: string): Style | undefined =>
  REJECTED.has(status) ? 'red' : ENDS.has(status) ? 'green' : undefined;

/** A status in the colour of its kind. */
export function paintStatus(terminal: Terminal, status: string): string {
  const style = styleOf(status);
  return style === undefined ? status : terminal.paint(style, status);
}

/** `2026-11-24 09:30:00`, in UTC. */
export const timeOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

export const TIME_LENGTH = timeOf(new Date(0).toISOString()).length;

/** An invoice in a line: its reference, state, route and id. */
export function printInvoice(
  terminal: Terminal,
  { id, invoice_ref: ref, route, state, client }: Invoice,
  ...more: readonly string[]
): void {
  const of = client === undefined ? '' : `client ${client}`;
  terminal.row([terminal.paint('bold', ref), paintStatus(terminal, state), route, of, ...more, id], '  ');
}

/**
 * What an event says beyond its status, so that two of one status differ.
 * @param before the event before it, of the same invoice; left out if it is not known.
 */
export function newsOf(event: StatusEvent, before?: StatusEvent): readonly string[] {
  const { event: happened, buyer_status: buyer, errors = [], warnings = [], route } = event;
  const isRepeated = before === undefined || before.status === event.status;
  const news = [
    happened?.replaceAll('_', ' '),
    buyer && `buyer: ${buyer}`,
    isRepeated && statusOfRoute(event),
    ...[...errors, ...warnings].map(({ code }) => code),
    before?.status === 'submitted' && isRepeated && route?.submission_id,
  ];
  return news.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** The route's own name of the status: `201 Émise`, `AB`. */
export function statusOfRoute({ route }: StatusEvent): string | undefined {
  const { lifecycle, code } = (route?.raw ?? {}) as {
    readonly lifecycle?: { readonly code?: string; readonly label?: string };
    readonly code?: unknown;
  };
  if (lifecycle?.code !== undefined) return [lifecycle.code, lifecycle.label].filter(Boolean).join(' ');
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

export function printEvents(terminal: Terminal, events: readonly StatusEvent[]): void {
  for (const [at, event] of events.entries()) {
    const { occurred_at: time, status } = event;
    const head = `  ${terminal.paint('dim', timeOf(time))}  ${paintStatus(terminal, status)}`;
    terminal.row([head, newsOf(event, events[at - 1]).join(', ')], ' '.repeat(TIME_LENGTH + 4));
  }
}
