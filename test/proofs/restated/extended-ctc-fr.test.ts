import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { Draw } from '../../../scripts/bench/random.ts';
import { type OfficialSchemas, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { openPdf } from 'en16931-rules/pdf/hybrid-pdf.ts';
import { idInText } from '../../support/id-in-text.ts';
import { findJudge } from '../../support/judges.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { SEED } from '../seed.ts';
import { distinct, schemaFindings } from '../verdicts/readings.ts';
import type { Engine, Exception, Named } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { suiteOf } from '../verdicts/reference.ts';
import { EXTENDED_EDITS } from './extended-edits.ts';
import { INVOICE_EDITS, STRUCTURE_EDITS } from './invoice-edits.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 2000);
const MAX_BYTES = 60_000;
const DEADLINE_MS = 60_000;

type Syntax = keyof OfficialSchemas;
interface Checked {
  readonly xml: string;
  readonly syntax: Syntax;
}

/** Documents that both sides refuse for another rule. */
const REFUSED_BOTH: readonly Exception[] = [
  {
    difference: /^-BR-B-0[12] fatal$/,
    cause: 'a tax has no identifier, which BR-47 or BR-FREXT-CO-04 refuses',
  },
];

describeByReference('the rules of EXTENDED-CTC-FR, as they are restated here', () => {
  const schemas: OfficialSchemas = { ...officialSchemas(), cii: officialD22b() };
  after(() => Object.values(schemas).forEach((schema) => schema.dispose()));
  const fits = ({ xml, syntax }: Checked): boolean =>
    schemaFindings(schemas[syntax].check(new TextEncoder().encode(xml))).length === 0;

  let pairs: Promise<readonly RulePair[]> | undefined;
  const rulesOf =
    (side: 'published' | 'builtIn'): Engine<Checked> =>
    async ({ xml, syntax }) => {
      pairs ??= rulePairs((entry) => entry.layer === 'fr-extended');
      const pair = (await pairs).findLast(({ entry }) => entry.syntaxes.includes(syntax))!;
      const run = await pair[side].run(fileOf(new TextEncoder().encode(xml)), DEADLINE_MS);
      if (run.kind !== 'verdict') return [run.kind];
      return distinct(
        run.fired.map(
          ({ id, flag = 'fatal', firings: [first] }) => `${id ?? idInText(first?.text ?? '')} ${flag}`,
        ),
      ).toSorted();
    };
  const engines = { 'rules written here': rulesOf('builtIn') };
  const judge = rulesOf('published');

  const cases = [...recordedCases(({ syntax }) => syntax !== 'fa3')].map(({ name, document }) => ({
    name,
    suite: suiteOf(document.verdict),
    document: {
      xml: new TextDecoder().decode(document.bytes),
      syntax: document.verdict.syntax as Syntax,
    },
  }));

  itAgrees(
    'have the published findings, warnings included, on every recorded invoice that fits its schema',
    { compared: 1300, findings: 60 },
    () => ({
      corpus: cases.filter(({ document }) => fits(document)),
      engines,
      judge,
      exceptions: REFUSED_BOTH,
    }),
    ({ xml }) => xml,
  );

  itAgrees(
    'have the published findings, warnings included, on the invoices of public hybrid PDFs',
    { compared: 10, needs: ['hybrid-pdfs'] },
    () => ({ corpus: publicInvoices(), engines, judge }),
    ({ xml }) => xml,
  );

  for (const syntax of ['ubl-invoice', 'ubl-creditnote', 'cii'] as const)
    itAgrees(
      `have the published findings, warnings included, on changed invoices: ${syntax}`,
      { compared: DOCUMENTS / 4, findings: 100 },
      () => ({
        corpus: changed(
          cases.filter(
            ({ suite, document }) =>
              SUITES.includes(suite) && document.syntax === syntax && document.xml.length < MAX_BYTES,
          ),
          new Draw(SEED),
          fits,
        ),
        engines,
        judge,
        exceptions: REFUSED_BOTH,
      }),
      ({ xml }) => xml,
    );
});

const SUITES = [
  'fr-ctc',
  'facturx',
  'cen-examples-cii',
  'cen-examples-ubl',
  'xrechnung-testsuite',
  'mustang',
  'peppol-examples',
];

/** Of whatever level; `HYBRID_PDFS` names further folders. */
function* publicInvoices(): Generator<Named<Checked>> {
  const folders = [findJudge('hybrid-pdfs').folder, ...(process.env['HYBRID_PDFS'] ?? '').split(delimiter)];
  for (const folder of folders.filter((name) => name !== '' && existsSync(name)))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const opened = /\.pdf$/i.test(file) && openPdf(readFileSync(join(folder, file)));
      if (!opened || !opened.opened) continue;
      const xml = new TextDecoder().decode(opened.pdf.xml);
      if (xml.includes('CrossIndustryInvoice:100')) yield { name: file, document: { xml, syntax: 'cii' } };
    }
}

function* changed(
  cases: readonly Named<Checked>[],
  draw: Draw,
  fits: (document: Checked) => boolean,
): Generator<Named<Checked>> {
  const own = cases.filter(({ document }) => fits(document));
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const { name, document } = draw.from(own);
    const tree = parseXmlDocument(document.xml);
    for (let wanted = 1 + draw.below(4); wanted > 0; wanted -= 1) {
      const edits = draw.from([
        INVOICE_EDITS,
        STRUCTURE_EDITS,
        EXTENDED_EDITS,
        EXTENDED_EDITS,
        EXTENDED_EDITS,
      ]);
      edits[draw.from(Object.keys(edits))]?.(tree, draw);
    }
    const xml = textIfPossible(tree);
    const one = xml && { xml, syntax: document.syntax };
    if (one && fits(one)) yield { name: `seed ${SEED}, change ${n} of ${name}`, document: one };
  }
}

/** Undefined if an edit has made something that no file can contain. */
function textIfPossible(tree: Parameters<typeof serializeToWellFormedString>[0]): string | undefined {
  try {
    return serializeToWellFormedString(tree);
  } catch {
    return undefined;
  }
}
