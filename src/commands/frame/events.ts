import type { Invoice, StatusEvent } from '../../client/client.ts';
import type { Style, Terminal } from './terminal.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
]);
const ENDS: ReadonlySet<string> = new Set(['accepted', 'delivered', 'ready']);

const styleOf = (status: string): Style | undefined =>
  REFUSALS.has(status) ? 'red' : ENDS.has(status) ? 'green' : undefined;

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

export function printEvents(terminal: Terminal, events: readonly StatusEvent[]): void {
  for (const { occurred_at: at, status, buyer_status: buyer, errors = [] } of events) {
    const codes = errors.map(({ code }) => code).join(', ');
    const head = `  ${terminal.paint('dim', timeOf(at))}  ${paintStatus(terminal, status)}`;
    terminal.row([head, buyer ? `buyer: ${buyer}` : '', codes], ' '.repeat(TIME_LENGTH + 4));
  }
}
