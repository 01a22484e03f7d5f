import { TRANSPORT_KINDS, VEHICLE_NUMBERS } from '../../invoice/codes/transport-kinds.ts';
import type { ConsumingReader } from './consuming-reader.ts';
import { TRANSPORT_TEXTS } from './new-transport.ts';
import type { Draft } from './read-descriptions.ts';

/** Readers of NowySrodekTransportu, by the number of their line. */
export function transportsByLine(fa: ConsumingReader): Map<string, ConsumingReader[]> {
  const byLine = new Map<string, ConsumingReader[]>();
  const stated = fa.inside('Adnotacje')?.inside('NoweSrodkiTransportu')?.all('NowySrodekTransportu') ?? [];
  for (const one of stated) {
    const line = one.peek('P_NrWierszaNST') ?? '';
    byLine.set(line, [...(byLine.get(line) ?? []), one]);
  }
  return byLine;
}

/** One of a line: its number is that of the line. */
export function readTransport(one: ConsumingReader): Draft {
  one.text('P_NrWierszaNST');
  const draft: Draft = { firstUsed: one.text('P_22A') };
  for (const [member, element] of Object.entries(TRANSPORT_TEXTS)) draft[member] = one.text(element);
  for (const [kind, { usage, number }] of Object.entries(TRANSPORT_KINDS)) {
    if (one.peek(usage) === undefined) continue;
    Object.assign(draft, { kind, usage: one.text(usage), number: one.text(number) });
  }
  const { vin: _, ...others } = VEHICLE_NUMBERS;
  for (const [numberKind, element] of Object.entries(others))
    if (one.peek(element) !== undefined) Object.assign(draft, { numberKind, number: one.text(element) });
  draft['type'] = one.text('P_22BT');
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}
