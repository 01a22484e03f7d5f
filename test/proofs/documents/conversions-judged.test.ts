import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { checkConverted } from '../../../src/application/checking/check-converted.ts';
import type { ConversionTarget, Converted } from '../../../src/ports/converter.ts';
import { converted } from '../../application/converting/round-trip.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import type { Json } from '../../domain/sample.ts';
import { publishedRules, type RuledSyntax, type XRechnungPackName } from '../../support/built-in-rules.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge } from '../../support/judges.ts';
import { officialSchemas, type OfficialSchemas } from '../../support/official-schemas.ts';
import { ran } from '../../support/programs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { errorsOf, type Examiner, examinerWith, idsOf } from '../facturx/examiner.ts';
import { mustangOf } from '../facturx/mustang/mustang.ts';
import { sameAcceptance, type Named, type Verdict } from '../verdicts/compare.ts';
import { isValid, recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { distinct, fatalIds, schemaFindings } from '../verdicts/readings.ts';

const GENERATED = 12;
/** Of the recorded files each so-many-th. */
const EACH = 12;
/** Of the PDFs Mustang judges each so-many-th: one takes it two seconds. */
const EACH_PDF = 4;
/** Suites of whole invoices. */
const WHOLE = /^(?:cen-examples|xrechnung-testsuite|peppol-examples|facturx|fr-ctc|cius-ro|mustang)/;

const KOSIT = join(REFERENCE_DATA, 'official-2026-11/xrechnung-3.0.2-sch-2.6.0/as-published');
/** The release of CEN's rules that the judge has. */
const CEN = 'external/schematron/1.3.16';

interface Target {
  readonly syntax: RuledSyntax;
  /** Our rules. */
  readonly packs: readonly XRechnungPackName[];
  /** Theirs: parts of the judge, and stylesheets as KoSIT publishes them. */
  readonly stylesheets: readonly string[];
}

const TARGETS = {
  ubl: {
    syntax: 'ubl',
    packs: ['en16931'],
    stylesheets: [`${CEN}/ubl/EN16931-UBL-validation.xslt`],
  },
  cii: {
    syntax: 'cii',
    packs: ['en16931'],
    stylesheets: [`${CEN}/cii/EN16931-CII-validation.xslt`],
  },
  'xrechnung-ubl': {
    syntax: 'ubl',
    packs: ['en16931', 'xrechnung'],
    stylesheets: [`${CEN}/ubl/EN16931-UBL-validation.xslt`, join(KOSIT, 'XRechnung-UBL-validation.xsl')],
  },
  'xrechnung-cii': {
    syntax: 'cii',
    packs: ['en16931', 'xrechnung'],
    stylesheets: [`${CEN}/cii/EN16931-CII-validation.xslt`, join(KOSIT, 'XRechnung-CII-validation.xsl')],
  },
} as const satisfies Partial<Record<ConversionTarget, Target>>;

type Source = Json | string | Uint8Array;

/** Examples, recorded files and generated invoices. */
function* sources(): Generator<Named<Source>> {
  const folder = join(projectFolder(), 'examples');
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.xml')) yield { name, document: new Uint8Array(readFileSync(file)) };
    if (!name.endsWith('.json')) continue;
    const { document } = JSON.parse(readFileSync(file, 'utf8')) as { document?: Json };
    if (document) yield { name, document };
  }
  let count = 0;
  for (const { name, document } of recordedCases((verdict) => WHOLE.test(verdict.case) && isValid(verdict)))
    if ((count += 1) % EACH === 0) yield { name, document: document.bytes };
  const generator = new InvoiceGenerator(59);
  for (let made = 0; made < GENERATED; made += 1)
    yield { name: `generated ${made}`, document: JSON.parse(JSON.stringify(generator.next())) as Json };
}

/** By their files. */
const conversions = new Map<string, Converted>();

/** What a target cannot say has no verdict. */
async function* filesOf(to: ConversionTarget, folder: string): AsyncGenerator<Named<string>> {
  let count = 0;
  for (const { name, document } of sources()) {
    const conversion = await converted(document, to);
    if (!conversion.converted) continue;
    const { bytes, mediaType } = conversion.file!;
    count += 1;
    const file = join(folder, `${to}-${count}.${mediaType === 'application/pdf' ? 'pdf' : 'xml'}`);
    writeFileSync(file, bytes);
    conversions.set(file, conversion);
    yield { name: `${name} → ${to}`, document: file };
  }
}

const ACCESS = { client: 'acme', whenBusy: 'wait' } as const;

const all = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};

const kindOf = (file: string): keyof OfficialSchemas => {
  const text = readFileSync(file, 'utf8');
  if (text.includes('CrossIndustryInvoice')) return 'cii';
  return text.includes('CreditNote-2') ? 'ubl-creditnote' : 'ubl-invoice';
};

/** By the schemas of phive's models and the published stylesheets, which Saxon runs. */
function publishedVerdicts(files: readonly string[], { stylesheets }: Target): ReadonlyMap<string, Verdict> {
  const printed = ran('java', [
    ...['-XX:TieredStopAtLevel=1', '-cp', `${findJudge('peppol-rules').folder}/*`],
    fileURLToPath(new URL('published/Judge.java', import.meta.url)),
    ...files.flatMap((file) => [kindOf(file), stylesheets.join(','), file]),
  ]);
  return new Map(
    [...printed.matchAll(/^judged (\S+) (.*)$/gm)].map(([, file = '', broken = '']) => [
      file,
      broken.split(' ').filter((id) => id !== ''),
    ]),
  );
}

describeByReference('conversions, judged by programs of others', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  for (const [to, target] of Object.entries(TARGETS) as [keyof typeof TARGETS, Target][])
    itAgrees(
      `break the same rules of schema and Schematron: ${to}`,
      { compared: 40, needs: ['peppol-rules'] },
      async () => {
        const files = await all(filesOf(to, folder.path));
        const theirs = publishedVerdicts(
          files.map(({ document }) => document),
          target,
        );
        assert.equal(theirs.size, files.length);
        const [rules, schemas] = [await publishedRules(target.syntax, target.packs), officialSchemas()];
        return {
          corpus: files,
          engines: {
            ours: async (file) => {
              const bytes = new Uint8Array(readFileSync(file));
              const broken = schemaFindings(schemas[kindOf(file)].check(bytes)).length > 0 ? ['schema'] : [];
              for (const pack of target.packs) broken.push(...fatalIds(await rules.run(pack, bytes)));
              return distinct(broken).toSorted();
            },
          },
          judge: (file) => theirs.get(file)?.toSorted(),
        };
      },
    );

  let examiner: Examiner;
  let service: Examiner;
  before(async () => {
    examiner = await examinerWith('as published');
    service = await examinerWith('written here');
  });
  after(() => Promise.all([examiner?.close(), service?.close()]));

  for (const [to, target] of Object.entries(TARGETS) as [keyof typeof TARGETS, Target][])
    itAgrees(
      `are answered with the rules that they break: ${to}`,
      { compared: 40, ...(to.startsWith('xrechnung') && { refused: 5 }), needs: ['peppol-rules'] },
      async () => {
        const files = await all(filesOf(to, folder.path));
        const theirs = publishedVerdicts(
          files.map(({ document }) => document),
          target,
        );
        return {
          corpus: files,
          engines: {
            answer: async (file) => {
              const order = { form: 'file', to } as const;
              const { findings } = await checkConverted(service, conversions.get(file)!, order, ACCESS);
              const errors = findings.filter(({ severity }) => severity === 'error');
              return distinct(idsOf(errors).map((id) => (id === 'EI-XSD' ? 'schema' : id))).toSorted();
            },
          },
          judge: (file) => theirs.get(file)?.toSorted(),
        };
      },
    );

  itAgrees(
    'are valid to Mustang where they are valid here: facturx',
    { compared: 10, needs: ['mustang'] },
    async () => {
      const files = (await all(filesOf('facturx', folder.path))).filter((_, at) => at % EACH_PDF === 0);
      return {
        corpus: files,
        engines: {
          ours: async (file) => {
            const layers = await examiner.examine(new Uint8Array(readFileSync(file)), 'DE-XRECHNUNG');
            return layers.flatMap((layer) => idsOf(errorsOf(layer)));
          },
        },
        judge: mustangOf(files.map(({ document }) => document)),
        by: sameAcceptance,
      };
    },
  );
});
