import { say } from 'en16931-rules/vocabulary/message.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import { isCorrectionType } from './advances.ts';
import type { CanonicalInvoice } from './canonical.ts';
import { REFUSED, type SchemaFaults, SchemaReader } from './read-member.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { STRUCTURE_RULES } from './structure-rules.ts';
import { judgeOr, refuseMember } from './unjudged.ts';

export type ParsedInvoice =
  | { readonly ok: true; readonly invoice: CanonicalInvoice }
  | ({
      readonly ok: false;
      /**
       * The readable part, for further checks: reading a refused member throws, so they run under `judgeOr`. Undefined if there is no
       * object, or if a value is past a limit.
       */
      readonly partly?: CanonicalInvoice;
    } & SchemaFaults);

/**
 * Reads a canonical document (contract 2.2). The domain relies on these checks: totals can be computed from every returned invoice.
 * @param json parsed JSON; numbers as `JsonNumber`, plain numbers or decimal strings. Members are read as own properties.
 */
export function parseCanonical(json: unknown): ParsedInvoice {
  const reader = new SchemaReader();
  const read = reader.read(CANONICAL_SCHEMA, json ?? null, '');
  // The schema table makes the type; refused members throw when they are read.
  const invoice = read === REFUSED ? undefined : (read as CanonicalInvoice);
  if (invoice) refuseWithoutLines(invoice, reader);
  if (invoice) addStructure(invoice, reader);
  const faults = reader.faults();
  if (invoice && !faults) return { ok: true, invoice };
  if (!faults) throw new Error('the document is refused without a finding');
  return { ok: false, ...faults, ...(invoice && !faults.pastLimit && { partly: invoice }) };
}

/** Only a correction of a party, or of all supplies of a period, has no lines. */
function refuseWithoutLines(invoice: CanonicalInvoice, reader: SchemaReader): void {
  const isWithout = ({ lines, invoice: header, correction }: CanonicalInvoice): boolean =>
    lines.length === 0 && !(isCorrectionType(header.typeCode) && correctsBesides(correction));
  if (!judgeOr(() => isWithout(invoice), false)) return;
  reader.add(
    schemaFinding('lines', say('invoice.lines-must-have-at-least-one-entry'), {
      term: 'BG-25',
      fixHint: say('invoice.add-line-only-polish-correction-of-party-or'),
    }),
  );
  // No other rule reports their absence.
  refuseMember(invoice, 'lines');
}

const correctsBesides = (correction: CanonicalInvoice['correction']): boolean =>
  correction?.period !== undefined ||
  correction?.sellerBefore !== undefined ||
  (correction?.buyersBefore ?? []).length > 0;

function addStructure(invoice: CanonicalInvoice, reader: SchemaReader): void {
  for (const { rule, message, fix, broken } of STRUCTURE_RULES)
    for (const field of judgeOr(() => broken(invoice), []))
      reader.add(schemaFinding(field, message, { fixHint: fix, related: rule && [rule] }));
}
