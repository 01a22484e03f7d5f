import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { openPdf } from '../../../validators/pdf/hybrid-pdf.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { errorsOf, type Examiner, examinerWith, idsOf, RULES } from './examiner.ts';
import { KNOWN_CAUSES, type KnownCause, MUSTANG_REFUSES } from './known-causes.ts';
import { mustangStatuses } from './mustang/mustang.ts';

const CHECKER = join(REFERENCE_DATA, 'bin/pdfa-check/run');
/** The project contains no files of other projects; `HYBRID_PDFS` names further folders. */
const { folder: FETCHED, missing } = findJudge('hybrid-pdfs');
const FOLDERS = [FETCHED, ...(process.env['HYBRID_PDFS'] ?? '').split(delimiter)].filter(
  (folder) => folder !== '' && existsSync(folder),
);
const ROUTES = ['DE-XRECHNUNG', 'FR-PA'] as const satisfies readonly Route[];
const MINUTES = 60_000;

/** Paths of different files; a file that exists twice is checked once. */
function publicFiles(): readonly string[] {
  const seen = new Set<string>();
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .filter((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return !seen.has(hash) && seen.add(hash);
    });
}

describe('public hybrid PDFs', function () {
  this.timeout(15 * MINUTES);
  it('are refused for causes that docs/pdf.md lists', () => {
    const page = readFileSync(new URL('../../../docs/pdf.md', import.meta.url), 'utf8').replaceAll(
      /\s+/g,
      ' ',
    );
    const unlisted = [...KNOWN_CAUSES, ...MUSTANG_REFUSES].filter(({ cause }) => !page.includes(cause));
    assert.deepEqual(unlisted, []);
  });
  if (FOLDERS.length === 0) {
    it.skip(`get the verdicts of other programs (${missing}; HYBRID_PDFS names folders of more)`);
    return;
  }
  describeByReference('that others have made', () => checkPublicFiles(publicFiles()));
});

type Judged = ReadonlyMap<string, readonly Layer[]>;

function checkPublicFiles(files: readonly string[]): void {
  const judged = new Map<string, Judged>();
  const judgedBy = (rules: keyof typeof RULES, route: Route): Judged => judged.get(`${rules} ${route}`)!;
  before(async () => {
    for (const rules of Object.keys(RULES) as (keyof typeof RULES)[]) {
      const examiner = await examinerWith(rules);
      for (const route of ROUTES) judged.set(`${rules} ${route}`, await judgeAll(examiner, files, route));
      await examiner.close();
    }
  });

  for (const route of ROUTES) {
    it(`get the same verdict on ${route} from the rules written here and the published ones`, () => {
      const differing = files.flatMap((file) =>
        differences(
          judgedBy('written here', route).get(file)!,
          judgedBy('as published', route).get(file)!,
        ).map((layer) => `${basename(file)}: ${layer}`),
      );
      assert.deepEqual(differing, []);
    });

    it(`are refused on ${route} for known causes only`, () => {
      const layers = judgedBy('as published', route);
      const unexplained = files.flatMap((file) =>
        refusals(layers.get(file)!)
          .filter((refusal) => !causeOf(refusal, file, route))
          .map((refusal) => `${basename(file)}: ${refusal}`),
      );
      assert.deepEqual(unexplained, []);
    });
  }

  it('are PDF/A-3 for the layer if and only if veraPDF says so', function () {
    if (!existsSync(CHECKER)) this.skip();
    const hybrids = files.filter((file) => openPdf(readFileSync(file)).opened);
    const output = ran(CHECKER, ['3b', ...hybrids], [0, 1]);
    const passed = new Set([...output.matchAll(/^pass (.*)$/gm)].map(([, file]) => file));
    assert.ok(hybrids.length > 0, 'none of them has an invoice');
    const isPdfa = (file: string): boolean => {
      const { outcome, findings } = judgePdf(readFileSync(file));
      return outcome !== 'refused' && findings.every(({ code }) => code !== 'EI-PDF-2');
    };
    assert.deepEqual(
      hybrids.filter((file) => isPdfa(file) !== passed.has(file)).map((file) => basename(file)),
      [],
    );
  });

  itWith(
    ['mustang'],
    'are accepted by Mustang if they are accepted on DE-XRECHNUNG, except for known causes',
    () => {
      const layers = judgedBy('as published', 'DE-XRECHNUNG');
      const differing = [...mustangStatuses(files)].filter(([file, status]) => {
        const refused = refusals(layers.get(file)!);
        if (status === 'none' || (status === 'valid') === (refused.length === 0)) return false;
        return status === 'valid'
          ? refused.some((one) => !causeOf(one, file, 'DE-XRECHNUNG')?.mustangAccepts)
          : !MUSTANG_REFUSES.some(({ of }) => of.test(basename(file)));
      });
      assert.deepEqual(
        differing.map(([file, status]) => `${basename(file)}: ${status}`),
        [],
      );
    },
  );
}

async function judgeAll(examiner: Examiner, files: readonly string[], route: Route): Promise<Judged> {
  const layers = new Map<string, readonly Layer[]>();
  for (const file of files) layers.set(file, await examiner.examine(readFileSync(file), route));
  return layers;
}

/** Tests of Factur-X have no id: a finding names what they forbid. */
const UNNAMED = /^EI-FX-(ELEMENT|ATTRIBUTE)$/;

/** Layers of the invoice that refuse by other rules. A layer that did not run has no rules written here, or no published schema. */
function differences(ours: readonly Layer[], theirs: readonly Layer[]): readonly string[] {
  return ours.flatMap((own) => {
    const other = theirs.find(({ layer }) => layer === own.layer);
    if (own.layer === 'pdf' || own.outcome === 'not_run' || other?.outcome === 'not_run') return [];
    const named = (layer: Layer) => [
      ...new Set(idsOf(errorsOf(layer)).map((id) => id.replace(UNNAMED, 'EI-RULE'))),
    ];
    const [found, expected] = [named(own).join(' '), other ? named(other).join(' ') : 'no layer'];
    return found === expected ? [] : [`${own.layer} ${found} / ${expected}`];
  });
}

const refusals = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ advisory }) => !advisory)
    .flatMap(errorsOf)
    .map(({ code, message }) => `${code} ${message}`);

const causeOf = (refusal: string, file: string, route: Route): KnownCause | undefined =>
  KNOWN_CAUSES.find(
    (known) =>
      known.finding.test(refusal) &&
      (known.of?.test(basename(file)) ?? true) &&
      (known.route === undefined || known.route === route),
  );
