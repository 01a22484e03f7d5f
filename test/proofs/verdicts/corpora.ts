import { join } from 'node:path';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import type { Json } from '../../domain/sample.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import { type RecordedVerdict, readReference } from './reference.ts';
import type { Named } from './compare.ts';

/** A document with the verdict of an official validator. */
export interface RecordedCase {
  readonly verdict: RecordedVerdict;
  readonly bytes: Uint8Array;
}

/** The recorded cases of the reference data. */
export function* recordedCases(
  isWanted: (verdict: RecordedVerdict) => boolean = () => true,
): Generator<Named<RecordedCase>> {
  const folder = join(REFERENCE_DATA, 'conformance');
  const { verdicts, bytesOf } = readReference(join(folder, 'cases'), join(folder, 'verdicts.jsonl'));
  for (const verdict of verdicts.filter(isWanted))
    yield { name: verdict.case, document: { verdict, bytes: bytesOf(verdict) } };
}

/** Accepted by the schema and by every rule of severity `fatal`. */
export const isValid = ({ xsd_valid: fitsSchema, layers }: RecordedVerdict): boolean =>
  fitsSchema &&
  layers.every(({ fired }) => fired && Object.values(fired).every(({ flag }) => flag !== 'fatal'));

/** Canonical documents that can be read. */
export function* canonicalInvoices(documents: Iterable<Json>): Generator<Named<CanonicalInvoice>> {
  for (const document of documents) {
    const read = parseCanonical(document);
    if (read.ok) yield { name: JSON.stringify(document), document: read.invoice };
  }
}
