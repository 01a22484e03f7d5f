import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { REFERENCE_DATA } from './reference-data.ts';

const UBL = 'official/ubl-2.1/xsd';
const ENTRIES = {
  'ubl-invoice': [UBL, 'maindoc/UBL-Invoice-2.1.xsd'],
  'ubl-creditnote': [UBL, 'maindoc/UBL-CreditNote-2.1.xsd'],
  cii: ['official/cii-d16b/xsd/uncefact', 'data/standard/CrossIndustryInvoice_100pD16B.xsd'],
} as const;

/** By the kind of document. */
export type OfficialSchemas = Record<keyof typeof ENTRIES, XsdSchema>;

/** The official schemas of UBL 2.1 and CII D16B; the caller must `dispose` them. */
export const officialSchemas = (): OfficialSchemas => ({
  'ubl-invoice': compiled(...ENTRIES['ubl-invoice']),
  'ubl-creditnote': compiled(...ENTRIES['ubl-creditnote']),
  cii: compiled(...ENTRIES.cii),
});

/** CII in the edition that France uses; the caller must `dispose` it. */
export const officialD22b = (): XsdSchema =>
  compiled('official/fr-ctc-1.4.0.03/xsd-cii-d22b', 'CrossIndustryInvoice_100pD22B.xsd');

const FA3_TYPES = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy';
const FA3_IMPORTS = ['StrukturyDanych', 'ElementarneTypyDanych', 'KodyKrajow'].map(
  (name) => `${name}_v10-0E.xsd`,
);

/** The official schema of FA(3); the caller must `dispose` it. */
export const fa3Schema = (): XsdSchema =>
  compiled(
    'official/fa3-1-0E',
    'schemat_FA(3)_v1-0E.xsd',
    Object.fromEntries(FA3_IMPORTS.map((name) => [`${FA3_TYPES}/${name}`, `bazowe/${name}`])),
  );

function compiled(from: string, entry: string, catalog: Readonly<Record<string, string>> = {}): XsdSchema {
  const folder = join(REFERENCE_DATA, from);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const files = new Map(paths.map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))]));
  return XsdSchema.compile({ entry, files, catalog });
}
