import { withStrings } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Origin, Term } from './canonical-draft.ts';
import type { Table } from './table.ts';

/** An object whose members name places in an export. */
interface NamesPlaces {
  readonly findings: readonly Finding[];
  readonly pastLimit: boolean;
  readonly terms: readonly Term[];
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Names places in a table as a spreadsheet shows them: row and column. */
export function withTablePlaces<M extends NamesPlaces>(mapped: M, { findings, placeOf }: Table): M {
  const place = <T extends Origin>(origin: T): T => ({ ...origin, field: placeOf(origin.field) });
  return {
    ...mapped,
    findings: mapped.pastLimit
      ? mapped.findings.map((finding) => withTablePlace(finding, placeOf))
      : [...findings, ...mapped.findings.map((finding) => withTablePlace(finding, placeOf))],
    terms: mapped.terms.map(place),
    origins: new Map([...mapped.origins].map(([path, origin]) => [path, place(origin)])),
  };
}

function withTablePlace(finding: Finding, placeOf: Table['placeOf']): Finding {
  const { field, message } = finding;
  if (field === undefined) return finding;
  const place = placeOf(field);
  return {
    ...finding,
    field: place,
    message: withStrings(message, (text) => text.replace(field, () => place)),
  };
}
