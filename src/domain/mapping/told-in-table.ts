import type { Finding } from '../findings/finding.ts';
import type { Origin } from './canonical-draft.ts';
import type { MappedExport } from './map-export.ts';
import type { Table } from './table.ts';

/** Places in a table are told as a spreadsheet shows them: row and column. */
export function toldInTable(mapped: MappedExport, { findings, placeOf }: Table): MappedExport {
  const placed = <T extends Origin>(origin: T): T => ({ ...origin, field: placeOf(origin.field) });
  return {
    ...mapped,
    findings: mapped.pastLimit
      ? mapped.findings.map((finding) => toldAt(finding, placeOf))
      : [...findings, ...mapped.findings.map((finding) => toldAt(finding, placeOf))],
    terms: mapped.terms.map(placed),
    origins: new Map([...mapped.origins].map(([path, origin]) => [path, placed(origin)])),
  };
}

function toldAt(finding: Finding, placeOf: Table['placeOf']): Finding {
  const { field, message } = finding;
  if (field === undefined) return finding;
  const place = placeOf(field);
  return { ...finding, field: place, message: message.replace(field, () => place) };
}
