import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { openPdf } from '../../../validators/pdf/hybrid-pdf.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import { itWith, ran } from '../../support/programs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { errorsOf, type Examiner, examinerWith, idsOf, RULES } from './examiner.ts';
import { KNOWN_CAUSES, type KnownCause, MUSTANG_REFUSES } from './known-causes.ts';
import { MUSTANG, mustangSays } from './mustang/mustang.ts';

const CHECKER = join(REFERENCE_DATA, 'bin/pdfa-check/run');
/** The files that `.ci/run` downloads; `HYBRID_PDFS` names further folders. Files of others are not in this project. */
const FETCHED = fileURLToPath(new URL('../../../node_modules/.cache/hybrid-pdfs', import.meta.url));
const FOLDERS = [FETCHED, ...(process.env['HYBRID_PDFS'] ?? '').split(delimiter)].filter(
  (folder) => folder !== '' && existsSync(folder),
);
const ROUTES = ['DE-XRECHNUNG', 'FR-PA'] as const satisfies readonly Route[];
const MINUTES = 60_000;

/** Paths of different files; a file that is there twice is checked once. */
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
    const told = [...KNOWN_CAUSES, ...MUSTANG_REFUSES].filter(({ cause }) => !page.includes(cause));
    assert.deepEqual(told, []);
  });
  if (FOLDERS.length === 0) {
    it.skip('are judged as others judge them (.ci/run fetches some; HYBRID_PDFS names folders of more)');
    return;
  }
  describeByReference('that others have made', () => judgesPublicFiles(publicFiles()));
});

type Judged = ReadonlyMap<string, readonly Layer[]>;

function judgesPublicFiles(files: readonly string[]): void {
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
    it(`are judged alike on ${route} by the rules written here and the published ones`, () => {
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
          .filter((said) => !causeOf(said, file, route))
          .map((said) => `${basename(file)}: ${said}`),
      );
      assert.deepEqual(unexplained, []);
    });
  }

  it('are PDF/A-3 to the layer if they are to veraPDF', function () {
    if (!existsSync(CHECKER)) this.skip();
    const held = files.filter((file) => openPdf(readFileSync(file)).opened);
    const said = ran(CHECKER, ['3b', ...held], [0, 1]);
    const passed = new Set([...said.matchAll(/^pass (.*)$/gm)].map(([, file]) => file));
    assert.ok(held.length > 0, 'none of them has an invoice');
    const isPdfa = (file: string): boolean => {
      const { outcome, findings } = judgePdf(readFileSync(file));
      return outcome !== 'refused' && findings.every(({ code }) => code !== 'EI-PDF-2');
    };
    assert.deepEqual(
      held.filter((file) => isPdfa(file) !== passed.has(file)).map((file) => basename(file)),
      [],
    );
  });

  if (!existsSync(MUSTANG)) it.skip('are taken by Mustang if they are taken here (no Mustang: .ci/run)');
  else
    itWith(['java'], 'are taken by Mustang if they are taken on DE-XRECHNUNG, but for known causes', () => {
      const layers = judgedBy('as published', 'DE-XRECHNUNG');
      const differing = [...mustangSays(files)].filter(([file, status]) => {
        const said = refusals(layers.get(file)!);
        if (status === 'none' || (status === 'valid') === (said.length === 0)) return false;
        return status === 'valid'
          ? said.some((one) => !causeOf(one, file, 'DE-XRECHNUNG')?.mustangTakes)
          : !MUSTANG_REFUSES.some(({ of }) => of.test(basename(file)));
      });
      assert.deepEqual(
        differing.map(([file, status]) => `${basename(file)}: ${status}`),
        [],
      );
    });
}

async function judgeAll(examiner: Examiner, files: readonly string[], route: Route): Promise<Judged> {
  const layers = new Map<string, readonly Layer[]>();
  for (const file of files) layers.set(file, await examiner.examine(readFileSync(file), route));
  return layers;
}

/** Tests of Factur-X without an id are called by what they forbid here. */
const UNNAMED = /^EI-FX-(ELEMENT|ATTRIBUTE)$/;

/** Layers of the invoice that refuse for other rules. One that did not run has no rules written here, or no schema published for it. */
function differences(ours: readonly Layer[], theirs: readonly Layer[]): readonly string[] {
  return ours.flatMap((own) => {
    const other = theirs.find(({ layer }) => layer === own.layer);
    if (own.layer === 'pdf' || own.outcome === 'not_run' || other?.outcome === 'not_run') return [];
    const named = (layer: Layer) => [
      ...new Set(idsOf(errorsOf(layer)).map((id) => id.replace(UNNAMED, 'EI-RULE'))),
    ];
    const [said, expected] = [named(own).join(' '), other ? named(other).join(' ') : 'no layer'];
    return said === expected ? [] : [`${own.layer} ${said} / ${expected}`];
  });
}

const refusals = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ advisory }) => !advisory)
    .flatMap(errorsOf)
    .map(({ code, message }) => `${code} ${message}`);

const causeOf = (said: string, file: string, route: Route): KnownCause | undefined =>
  KNOWN_CAUSES.find(
    (known) =>
      known.said.test(said) &&
      (known.of?.test(basename(file)) ?? true) &&
      (known.route === undefined || known.route === route),
  );
