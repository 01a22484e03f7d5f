import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { readSvrl } from 'en16931-rules/engine/saxon/svrl.ts';
import { ARCHIVE_LIMITS } from 'en16931-rules/packs/install/archive.ts';
import { lookThrough } from 'en16931-rules/packs/install/look-through.ts';
import { severityOf } from 'en16931-rules/packs/severity.ts';
import { type PackText, judgeOf } from '../../support/compiled-pack.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { findJudge } from '../../support/judges.ts';
import type { Engine, Named, Verdict } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import type { RecordedLayer, RecordedVerdict } from '../verdicts/reference.ts';

/** A stylesheet as its publisher ships it, and the rules whose verdicts were recorded by Saxon on that stylesheet. */
interface Published {
  readonly pack: string;
  readonly schematron: string;
  readonly verdicts: string;
  /** Below the reference data, or a path in a jar of the judge. */
  readonly file: string;
  readonly jar?: string;
  /** Files that it reads. */
  readonly with?: readonly string[];
  readonly compared: number;
}

const CEN = 'phive-rules-en16931-4.3.7.jar';
const PEPPOL = 'phive-rules-peppol-4.3.7.jar';
const NEWER = 'verdicts-2026-11.jsonl';
const OLDER = 'verdicts.jsonl';

const PUBLISHED: readonly Published[] = [
  { pack: 'xrechnung-3.0.2-sch-2.6.0', schematron: 'ubl/XRechnung-UBL-validation.sch', verdicts: NEWER, file: 'xrechnung-3.0.2-sch-2.6.0/as-published/XRechnung-UBL-validation.xsl', compared: 737 }, // prettier-ignore
  { pack: 'xrechnung-3.0.2-sch-2.6.0', schematron: 'cii/XRechnung-CII-validation.sch', verdicts: NEWER, file: 'xrechnung-3.0.2-sch-2.6.0/as-published/XRechnung-CII-validation.xsl', compared: 408 }, // prettier-ignore
  { pack: 'fr-ctc-1.4.0.04', schematron: 'UBL/BR-FR-Flux2-Schematron-UBL.sch', verdicts: NEWER, file: 'fr-ctc-1.4.0.04/as-published/BR-FR-Flux2-Schematron-UBL.xslt', compared: 12 }, // prettier-ignore
  { pack: 'fr-ctc-1.4.0.04', schematron: 'CII/BR-FR-Flux2-Schematron-CII.sch', verdicts: NEWER, file: 'fr-ctc-1.4.0.04/as-published/BR-FR-Flux2-Schematron-CII.xslt', compared: 11 }, // prettier-ignore
  { pack: 'fr-ctc-1.4.0.04', schematron: 'UBL/EXTENDED-CTC-FR-UBL.sch', verdicts: NEWER, file: 'fr-ctc-1.4.0.04/as-published/EXTENDED-CTC-FR-UBL.xslt', compared: 2 }, // prettier-ignore
  { pack: 'facturx-1.09.2-2026-10', schematron: 'extended/FACTUR-X_EXTENDED.sch', verdicts: NEWER, file: 'facturx-1.09.2-2026-10/as-published/FACTUR-X_EXTENDED.xslt', with: ['facturx-1.09.2-2026-10/extended/FACTUR-X_EXTENDED_codedb.xml'], compared: 25 }, // prettier-ignore
  { pack: 'en16931-1.3.16', schematron: 'EN16931-UBL-validation-preprocessed.sch', verdicts: OLDER, jar: CEN, file: 'external/schematron/1.3.16/ubl/EN16931-UBL-validation.xslt', compared: 1999 }, // prettier-ignore
  { pack: 'en16931-1.3.16', schematron: 'EN16931-CII-validation-preprocessed.sch', verdicts: OLDER, jar: CEN, file: 'external/schematron/1.3.16/cii/EN16931-CII-validation.xslt', compared: 740 }, // prettier-ignore
  { pack: 'peppol-bis-2026.5', schematron: 'PEPPOL-EN16931-UBL.sch', verdicts: OLDER, jar: PEPPOL, file: 'external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt', compared: 426 }, // prettier-ignore
  { pack: 'peppol-bis-2026.5', schematron: 'PEPPOL-EN16931-UBL-SB.sch', verdicts: OLDER, jar: PEPPOL, file: 'external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL-SB.xslt', compared: 7 }, // prettier-ignore
];

/** No case was recorded for it. */
const UNRECORDED = { pack: 'fr-ctc-1.4.0.04', file: 'fr-ctc-1.4.0.04/as-published/EXTENDED-CTC-FR-CII.xslt' };
const EVERY_CII = { pack: 'en16931-1.3.16', schematron: 'EN16931-CII-validation-preprocessed.sch', verdicts: OLDER }; // prettier-ignore

interface Case {
  readonly bytes: Uint8Array;
  readonly layer: RecordedLayer;
}

const CASES = join(REFERENCE_DATA, 'conformance');

function* casesOf({
  pack,
  schematron,
  verdicts,
}: Pick<Published, 'pack' | 'schematron' | 'verdicts'>): Generator<Named<Case>> {
  for (const line of readFileSync(join(CASES, verdicts), 'utf8').split('\n')) {
    if (line === '') continue;
    const { case: name, layers } = JSON.parse(line) as RecordedVerdict;
    const layer = layers.find((each) => each.pack === pack && each.schematron === schematron);
    if (layer) yield { name, document: { layer, bytes: readFileSync(join(CASES, 'cases', name)) } };
  }
}

const STRENGTH = ['fatal', 'warning', 'information'];
const FLAGS = { error: 'fatal', warning: 'warning', information: 'information' } as const;

/** A line for each id, with its strongest flag and how often it fired. */
function linesOf(run: RuleRun): Verdict {
  if (run.kind !== 'verdict') return [run.kind];
  const sums = new Map<string, { flag: string; count: number }>();
  for (const { id, flag, role, count, firings } of run.fired) {
    const name = id ?? `text:${firings[0]?.text}`;
    const own = FLAGS[severityOf({ flag, role })];
    const before = sums.get(name);
    const strongest = STRENGTH.find((each) => each === own || each === before?.flag) ?? own;
    sums.set(name, { flag: strongest, count: count + (before?.count ?? 0) });
  }
  return written(Object.fromEntries(sums));
}

const written = (fired: NonNullable<RecordedLayer['fired']>): Verdict =>
  Object.entries(fired).map(([id, { flag, count }]) => `${id} ${flag} ${count}`).sort(); // prettier-ignore

const recorded: Engine<Case> = ({ layer: { fired } }) => (fired ? written(fired) : ['error']);

/** The reports of Saxon on every document, in one run of the stylesheet; those that end in an error are absent. */
function reportsOfSaxon(file: string, cases: readonly Named<Case>[]): ReadonlyMap<Case, string> {
  const [from, to] = [emptyFolder(), emptyFolder()];
  try {
    cases.forEach(({ document }, i) => writeFileSync(join(from.path, `${i}.xml`), document.bytes));
    const jars = ['Saxon-HE-12.5', 'xmlresolver-5.2.2', 'xmlresolver-5.2.2-data'];
    const path = jars.map((jar) => join(findJudge('peppol-rules').folder, `${jar}.jar`)).join(':');
    // Its exit code tells of single documents that end in an error.
    spawnSync('java', ['-Xmx1g', '-cp', path, 'net.sf.saxon.Transform', `-s:${from.path}`, `-xsl:${file}`, `-o:${to.path}`]); // prettier-ignore
    return new Map(
      cases.map(({ document }, i) => [document, readFileSync(join(to.path, `${i}.xml`), 'utf8')]),
    );
  } finally {
    from.remove();
    to.remove();
  }
}

const judged = (report: string): Verdict => {
  try {
    return linesOf(readSvrl(report));
  } catch {
    return ['error'];
  }
};

/** The stylesheet, and what it reads, in one folder. */
async function textOf({
  file,
  jar,
  with: others = [],
}: Pick<Published, 'file' | 'jar' | 'with'>): Promise<PackText> {
  const files = new Map<string, Uint8Array>();
  const take = (path: string, bytes: Uint8Array): void => void files.set(basename(path), bytes);
  if (jar === undefined) {
    const folder = join(REFERENCE_DATA, 'official-2026-11');
    for (const path of [file, ...others]) take(path, readFileSync(join(folder, path)));
  } else {
    const sink = { wants: (name: string) => name === file, take };
    await lookThrough(join(findJudge('peppol-rules').folder, jar), sink, () => {}, ARCHIVE_LIMITS);
  }
  return { entry: basename(file), files };
}

describeByReference('a stylesheet of a publisher, read back as rules', () => {
  for (const published of PUBLISHED) {
    const { pack, file, jar, compared } = published;
    const needs = jar === undefined ? [] : ['peppol-rules'];
    itAgrees(
      `has the verdicts of Saxon on itself: ${basename(file)} of ${pack}`,
      { compared, needs },
      async () => {
        const text = await textOf(published);
        const run = await judgeOf(`${pack}/${basename(file)}`, () => text);
        return {
          corpus: casesOf(published),
          engines: { 'rules read back': async ({ bytes }) => linesOf(await run(bytes)) },
          judge: recorded,
        };
      },
    );
  }

  itAgrees(
    'has the verdicts of Saxon that runs it: EXTENDED-CTC-FR-CII.xslt, for which none is recorded',
    { compared: 740, refused: 400, needs: ['peppol-rules'] },
    async () => {
      const { file, pack } = UNRECORDED;
      const cases = [...casesOf(EVERY_CII)];
      const reports = reportsOfSaxon(join(REFERENCE_DATA, 'official-2026-11', file), cases);
      const text = await textOf(UNRECORDED);
      const run = await judgeOf(`${pack}/${file}`, () => text);
      return {
        corpus: cases,
        engines: { 'rules read back': async ({ bytes }) => linesOf(await run(bytes)) },
        judge: (document) => judged(reports.get(document) ?? ''),
      };
    },
  );
});
