import type { StatusEvent } from '../../client/client.ts';
import type { Style, Terminal } from './terminal.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
]);
const ENDS: ReadonlySet<string> = new Set(['accepted', 'delivered', 'ready']);

export const styleOf = (status: string): Style | undefined =>
  REFUSALS.has(status) ? 'red' : ENDS.has(status) ? 'green' : undefined;

/** A status in the colour of its kind. */
export function paintStatus(terminal: Terminal, status: string): string {
  const style = styleOf(status);
  return style === undefined ? status : terminal.paint(style, status);
}

/** `2026-11-24 09:30:00`, in UTC. */
export const timeOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

export function printEvents(terminal: Terminal, events: readonly StatusEvent[]): void {
  for (const { occurred_at: at, status, buyer_status: buyer, errors = [] } of events) {
    const codes = errors.map(({ code }) => code).join(', ');
    const more = [buyer && `buyer: ${buyer}`, codes].filter(Boolean).join('  ');
    terminal.line(`  ${timeOf(at)}  ${paintStatus(terminal, status)}${more ? `  ${more}` : ''}`);
  }
}
