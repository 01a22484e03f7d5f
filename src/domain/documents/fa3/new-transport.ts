import { TRANSPORT_KINDS, VEHICLE_NUMBERS } from '../../invoice/codes/transport-kinds.ts';
import type { CompleteInvoice, NewTransport } from '../../invoice/en16931.ts';
import { type Fa3Element, fix, group, leaf, type Origin } from './element.ts';
import type { Fa3Line } from './lines.ts';

/** Texts that every kind has, in the order of the schema. */
export const TRANSPORT_TEXTS = {
  make: 'P_22BMK',
  model: 'P_22BMD',
  colour: 'P_22BK',
  registration: 'P_22BNR',
  year: 'P_22BRP',
} as const satisfies Partial<Record<keyof NewTransport, string>>;

/** NoweSrodkiTransportu: the new means of transport of all lines, each with the number of its line. */
export function newTransport(
  { extensions }: CompleteInvoice,
  lines: readonly Fa3Line[],
): Fa3Element | undefined {
  const supplied = lines.flatMap(({ number, index }) =>
    index === undefined
      ? []
      : (extensions.lines?.[index]?.poland?.newTransport ?? []).map((one, at) =>
          transport(one, number, `lines[${index}].pl.new_transport[${at}]`),
        ),
  );
  if (supplied.length === 0) return group('NoweSrodkiTransportu', fix('P_22N', '1'));
  return group(
    'NoweSrodkiTransportu',
    fix('P_22', '1'),
    fix('P_42_5', extensions.poland?.exportDocument ? '1' : '2'),
    supplied,
  );
}

function transport(one: NewTransport, line: number, path: string): Fa3Element | undefined {
  const origin = (member: string): Origin => ({ field: `${path}.${member}` });
  const elements = TRANSPORT_KINDS[one.kind];
  const numbered = one.numberKind === undefined ? elements.number : VEHICLE_NUMBERS[one.numberKind];
  return group(
    'NowySrodekTransportu',
    leaf('P_22A', one.firstUsed, origin('first_used')),
    leaf('P_NrWierszaNST', String(line)),
    (['make', 'model', 'colour', 'registration', 'year'] as const).map((member) =>
      leaf(TRANSPORT_TEXTS[member], one[member], origin(member)),
    ),
    leaf(elements.usage, one.usage, origin('usage')),
    leaf(numbered, one.number, origin('number')),
    leaf('P_22BT', one.type, origin('type')),
  );
}
