import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { XsdSchema } from '../../validators/xsd.ts';
import { REFERENCE_DATA } from './reference-data.ts';

const ENTRIES = {
  'ubl-invoice': 'maindoc/UBL-Invoice-2.1.xsd',
  'ubl-creditnote': 'maindoc/UBL-CreditNote-2.1.xsd',
} as const;

/** The official UBL 2.1 schemas; `dispose` them. */
export function ublSchemas(): Record<keyof typeof ENTRIES, XsdSchema> {
  const folder = join(REFERENCE_DATA, 'official/ubl-2.1/xsd');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))]));
  const compile = (entry: string): XsdSchema => XsdSchema.compile({ entry, files, catalog: {} });
  return {
    'ubl-invoice': compile(ENTRIES['ubl-invoice']),
    'ubl-creditnote': compile(ENTRIES['ubl-creditnote']),
  };
}
