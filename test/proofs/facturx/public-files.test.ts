import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { openPdf } from 'en16931-rules/pdf/hybrid-pdf.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import { findJudge } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { type Engine, type Named, NOT_RUN, sameAcceptance, sameLayers } from '../verdicts/compare.ts';
import { accepts } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { distinct } from '../verdicts/readings.ts';
import { errorsOf, examinerWith, idsOf, RULES } from './examiner.ts';
import { causesOn, KNOWN_CAUSES, MUSTANG_REFUSES } from './known-causes.ts';
import { mustangOf } from './mustang/mustang.ts';

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

function checkPublicFiles(files: readonly string[]): void {
  const corpus: readonly Named<string>[] = files.map((file) => ({ name: basename(file), document: file }));
  const examined = new Map<string, readonly Layer[]>();
  before(async () => {
    for (const rules of Object.keys(RULES) as (keyof typeof RULES)[]) {
      const examiner = await examinerWith(rules);
      for (const route of ROUTES)
        for (const file of files)
          examined.set(`${rules} ${route} ${file}`, await examiner.examine(readFileSync(file), route));
      await examiner.close();
    }
  });

  const examine =
    (
      rules: keyof typeof RULES,
      route: Route,
      read: (layers: readonly Layer[]) => readonly string[],
    ): Engine<string> =>
    (file) =>
      read(examined.get(`${rules} ${route} ${file}`)!);

  for (const route of ROUTES) {
    itAgrees(
      `get the same verdict on ${route} from the rules written here and the published ones`,
      { compared: files.length },
      () => ({
        corpus,
        engines: { 'rules written here': examine('written here', route, errorsByLayer) },
        judge: examine('as published', route, errorsByLayer),
        by: sameLayers,
      }),
    );

    itAgrees(`are refused on ${route} for known causes only`, { compared: files.length }, () => ({
      corpus,
      engines: { 'published rules': examine('as published', route, refusals) },
      judge: accepts,
      exceptions: causesOn(route),
    }));
  }

  itAgrees(
    'are PDF/A-3 for the layer if and only if veraPDF says so',
    { compared: 1, refused: 1, files: [CHECKER] },
    () => {
      const hybrids = corpus.filter(({ document }) => openPdf(readFileSync(document)).opened);
      const output = ran(CHECKER, ['3b', ...hybrids.map(({ document }) => document)], [0, 1]);
      const passed = new Set([...output.matchAll(/^pass (.*)$/gm)].map(([, file]) => file));
      return {
        corpus: hybrids,
        engines: {
          'the layer of the PDF': (file) => {
            const { outcome, findings } = judgePdf(readFileSync(file));
            return findings.some(({ code }) => code === 'EI-PDF-2') || outcome === 'refused' ? NO_PDFA : [];
          },
        },
        judge: (file) => (passed.has(file) ? [] : NO_PDFA),
      };
    },
  );

  itAgrees(
    'are accepted by Mustang if they are accepted on DE-XRECHNUNG, except for known causes',
    { compared: 1, needs: ['mustang'] },
    () => ({
      corpus,
      engines: { 'published rules': examine('as published', 'DE-XRECHNUNG', refusals) },
      judge: mustangOf(files),
      by: sameAcceptance,
      exceptions: [
        ...causesOn('DE-XRECHNUNG').filter(({ mustangAccepts }) => mustangAccepts),
        ...MUSTANG_REFUSES,
      ],
    }),
  );
}

const NO_PDFA = ['no PDF/A-3'];

/** Tests of Factur-X have no id: a finding names what they forbid. */
const UNNAMED = /^EI-FX-(ELEMENT|ATTRIBUTE)$/;

/** Rules by which layers of the invoice refuse. A layer that did not run has no rules written here, or no published schema. */
const errorsByLayer = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ layer }) => layer !== 'pdf')
    .flatMap((layer) =>
      layer.outcome === 'not_run'
        ? [`${layer.layer} ${NOT_RUN}`]
        : distinct(idsOf(errorsOf(layer)).map((id) => `${layer.layer} ${id.replace(UNNAMED, 'EI-RULE')}`)),
    );

const refusals = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ advisory }) => !advisory)
    .flatMap(errorsOf)
    .map(({ code, message }) => `${code} ${english(message)}`);
