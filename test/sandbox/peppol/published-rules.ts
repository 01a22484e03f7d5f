import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import { brokenRules } from '../broken-rules.ts';

const FOLDER = join(REFERENCE_DATA, 'routes/data/peppol/rules');
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The parts of a transaction's rules that are published separately, in a schema of our own. */
const parts = (...names: readonly string[]): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
    <ns uri="${UBL}CommonBasicComponents-2" prefix="cbc"/><ns uri="${UBL}CommonAggregateComponents-2" prefix="cac"/>
    <ns uri="${UBL}ApplicationResponse-2" prefix="ubl"/>${names.map((name) => `<include href="parts/${name}"/>`).join('')}</schema>`;

/** Published rules on answers. @returns ids of the rules that a message breaks. */
export const PUBLISHED = {
  'invoice-response': () => broken(parts('PEPPOL-M-T111.sch', 'PEPPOL-M-T111-2.sch')),
  mlr: () => broken(parts('PEPPOL-M-T71.sch')),
  mls: () => broken(inOurWords(readFileSync(join(FOLDER, 'peppol-mls-1.0.1.sch'), 'utf8'))),
} as const;

/** Two constructs that our compiler does not support: an id of prose, and a case-insensitive comparison, here of digits. */
const inOurWords = (schematron: string): string =>
  schematron
    .replace('<p id="about">', '<p>')
    .replaceAll(
      /matches\((normalize-space\([^()]*\)), \$regex_spis, 'i'\)/g,
      'matches(upper-case($1), $regex_spis)',
    );

function broken(schema: string): (xml: string) => readonly string[] {
  const files = new Map<string, Uint8Array>([['entry.sch', new TextEncoder().encode(schema)]]);
  for (const name of readdirSync(join(FOLDER, 'parts')).filter((each) => each.endsWith('.sch')))
    files.set(`parts/${name}`, readFileSync(join(FOLDER, 'parts', name)));
  return brokenRules(files);
}
