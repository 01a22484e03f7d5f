import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { Draw } from '../../../scripts/bench/random.ts';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { type RecordedVerdict, suiteOf } from '../verdicts/reference.ts';
import { SEED } from '../seed.ts';
import { type Engine, type Named, NOT_RUN, sameLayers } from '../verdicts/compare.ts';
import { isValid, recordedCases, type RecordedCase } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { INVOICE_EDITS, STRUCTURE_EDITS } from './invoice-edits.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { builtInSchemas, fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

/** `DOCUMENTS=20000` hunts with any seed: about a minute of processor time for 4,000. */
const HUNTED = Number(process.env['DOCUMENTS'] ?? 0);
const DOCUMENTS = HUNTED > 0 ? HUNTED : 600;
/** A commit draws one of a few seeds, all of which have run: a proof of each commit finds what the commit breaks, a hunt what is new. */
const DRAWS = HUNTED > 0 ? SEED : SEED % 8;
/** Larger documents only slow the run down. */
const MAX_BYTES = 60_000;
const DEADLINE_MS = 60_000;

type Syntax = keyof OfficialSchemas;

interface Changed {
  readonly file: ReturnType<typeof fileOf>;
  readonly syntax: Syntax;
  readonly xml: string;
  /** Whether it fits the schema. */
  readonly fits: Readonly<Record<Side, boolean>>;
}
type Side = 'published' | 'builtIn';

it('known differences between rules written here and published ones are told in docs/conformance.md', () => {
  const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');
  const told = page.replaceAll(/\s+/g, ' ');
  assert.deepEqual(
    KNOWN_DIFFERENCES.filter(({ cause }) => !told.includes(cause)),
    [],
  );
});

const fitsSchema = (verdict: RecordedVerdict): boolean => verdict.xsd_valid;

describeByReference('the rules and schemas written here, on changed invoices', () => {
  for (const [title, isWanted, most, seed] of [
    ['after one or two changes of a valid invoice', isValid, 2, DRAWS],
    ['after up to four changes of any invoice', fitsSchema, 4, DRAWS + 1000],
  ] as const)
    itAgrees(
      `refuse what the published ones refuse, ${title}`,
      { compared: DOCUMENTS / 2 },
      async () => {
        const pairs = await rulePairs();
        return {
          corpus: changedInvoices(new Draw(seed), isWanted, most),
          engines: { 'rules written here': refusals(pairs, 'builtIn') },
          judge: refusals(pairs, 'published'),
          by: sameLayers,
          exceptions: KNOWN_DIFFERENCES,
        };
      },
      ({ xml }) => xml,
    );
});

/** What refuses a document: its schema, or its rules, which are those of EN 16931 and of one specification. */
const refusals =
  (pairs: readonly RulePair[], side: Side): Engine<Changed> =>
  async ({ file, syntax, fits }) => {
    if (!fits[side]) return [`the schema of ${syntax} refuses`];
    const layers = [];
    for (const { name, entry, [side]: rules } of pairs.filter((pair) =>
      pair.entry.syntaxes.includes(syntax),
    )) {
      const run = await rules.run(file, DEADLINE_MS);
      // An error refuses the document as well, but says nothing of single rules.
      const ids = run.kind === 'verdict' ? fatalIds(run).map((id) => `rule ${id}`) : [`rule ${NOT_RUN}`];
      layers.push({ name, isCommon: entry.layer === 'en16931', ids });
    }
    const isRefused = layers.some(({ isCommon, ids }) => isCommon && ids.length > 0);
    return layers.flatMap(({ name, ids }) =>
      [...(isRefused || ids.length > 0 ? ['refuses'] : []), ...ids].map((line) => `${name} ${line}`),
    );
  };

/** Recorded invoices with random changes that still fit a schema: no rule sees the others. */
function* changedInvoices(
  draw: Draw,
  isWanted: (verdict: RecordedVerdict) => boolean,
  most: number,
): Generator<Named<Changed>> {
  const [published, builtIn] = [officialSchemas(), builtInSchemas()];
  const suites = suitesOf([...recordedCases((verdict) => isWanted(verdict) && verdict.syntax !== 'fa3')]);
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const { name, document } = draw.from(draw.from(suites));
    if (document.bytes.length > MAX_BYTES) continue;
    const xml = changed(new TextDecoder().decode(document.bytes), draw, most);
    if (xml === undefined) continue;
    const [bytes, syntax] = [new TextEncoder().encode(xml), document.verdict.syntax as Syntax];
    const fitsOne = (schema: XsdSchema): boolean => schemaFindings(schema.check(bytes)).length === 0;
    const fits = { published: fitsOne(published[syntax]), builtIn: fitsOne(builtIn.get(syntax)!) };
    if (fits.published || fits.builtIn) yield { name, document: { file: fileOf(bytes), syntax, xml, fits } };
  }
}

/** Each suite counts the same, however many cases it has. */
function suitesOf(cases: readonly Named<RecordedCase>[]): readonly (readonly Named<RecordedCase>[])[] {
  const suites = new Map<string, Named<RecordedCase>[]>();
  for (const one of cases) {
    const suite = suiteOf(one.document.verdict);
    suites.set(suite, [...(suites.get(suite) ?? []), one]);
  }
  return [...suites.values()];
}

/** Undefined if an edit has made something that no file can contain. */
function changed(xml: string, draw: Draw, most: number): string | undefined {
  const document = parseXmlDocument(xml);
  for (let wanted = 1 + draw.below(most); wanted > 0; wanted -= 1) {
    const edits = draw.below(5) === 0 ? STRUCTURE_EDITS : INVOICE_EDITS;
    edits[draw.from(Object.keys(edits))]?.(document, draw);
  }
  try {
    return serializeToWellFormedString(document);
  } catch {
    return undefined;
  }
}
