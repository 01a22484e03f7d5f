import { Draw } from '../../../scripts/bench/random.ts';
import { type OfficialSchemas, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { SEED } from '../seed.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { isValid, recordedCases, type RecordedCase } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { suiteOf } from '../verdicts/reference.ts';
import { withOtherAmounts } from './amount-edits.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';
import { WHOLE_EDITS, wholly } from './whole-edits.ts';

type Syntax = keyof OfficialSchemas;
interface Changed {
  readonly xml: string;
  readonly syntax: Syntax;
}
/** @returns what was changed, and the text; undefined if there is nothing to change. */
type Change = (
  xml: string,
  draw: Draw,
  other: () => string,
) => { readonly what: string; readonly xml: string } | undefined;

/** `DOCUMENTS=5000` hunts with any seed. */
const HUNTED = Number(process.env['DOCUMENTS'] ?? 0);
const DOCUMENTS = HUNTED > 0 ? HUNTED : 300;
const DRAWS = HUNTED > 0 ? SEED : SEED % 8;
/** Larger documents only slow the run down. */
const MAX_LENGTH = 30_000;
const DEADLINE_MS = 60_000;

const CHANGES: Readonly<Record<string, Change>> = {
  'with amounts beside the tolerances': (source, draw) => {
    const xml = withOtherAmounts(source, draw, 3);
    return xml === undefined ? undefined : { what: 'amounts', xml };
  },
  'with documents in extensions and in other spellings': (source, draw, other) => {
    const what = draw.from(Object.keys(WHOLE_EDITS));
    return { what, xml: wholly(source, [WHOLE_EDITS[what]!], draw, other) };
  },
};

const textOf = ({ bytes }: RecordedCase): string => new TextDecoder().decode(bytes);

/** Each suite counts the same, however many cases it has. */
function* changedInvoices(change: Change, fits: (document: Changed) => boolean): Generator<Named<Changed>> {
  const draw = new Draw(DRAWS);
  const kinds = new Map<string, Named<RecordedCase>[]>();
  for (const one of recordedCases((verdict) => isValid(verdict) && verdict.syntax !== 'fa3')) {
    const { verdict, bytes } = one.document;
    if (bytes.length > MAX_LENGTH) continue;
    const kind = `${suiteOf(verdict)} ${verdict.syntax}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const suites = [...kinds.values()];
  const drawn = (): Named<RecordedCase> => draw.from(draw.from(suites));
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const { name, document } = drawn();
    const changed = change(textOf(document), draw, () => textOf(drawn().document));
    if (!changed) continue;
    const made = { xml: changed.xml, syntax: document.verdict.syntax as Syntax };
    if (fits(made)) yield { name: `${name}: ${changed.what}`, document: made };
  }
}

const verdictsOf =
  (pairs: readonly RulePair[], side: 'published' | 'builtIn'): Engine<Changed> =>
  async ({ xml, syntax }) => {
    const file = fileOf(new TextEncoder().encode(xml));
    const lines = [];
    for (const { name, [side]: rules } of pairs.filter(({ entry }) => entry.syntaxes.includes(syntax)))
      lines.push(...fatalIds(await rules.run(file, DEADLINE_MS)).map((id) => `${name} ${id}`));
    return lines.toSorted();
  };

describeByReference('the rules written here, on invoices', () => {
  const schemas = officialSchemas();
  const d22b = officialD22b();
  after(() => [...Object.values(schemas), d22b].forEach((schema) => schema.dispose()));
  const fits = ({ xml, syntax }: Changed): boolean => {
    const bytes = new TextEncoder().encode(xml);
    const editions = syntax === 'cii' ? [schemas.cii, d22b] : [schemas[syntax]];
    return editions.some((schema) => schemaFindings(schema.check(bytes)).length === 0);
  };

  for (const [title, change] of Object.entries(CHANGES))
    itAgrees(
      `${title}, end as the published ones do, by the same fatal rules or without a verdict`,
      { compared: DOCUMENTS / 2, findings: 50 },
      async () => {
        const pairs = await rulePairs();
        return {
          corpus: changedInvoices(change, fits),
          engines: { 'rules written here': verdictsOf(pairs, 'builtIn') },
          judge: verdictsOf(pairs, 'published'),
        };
      },
      ({ xml }) => xml,
    );
});
