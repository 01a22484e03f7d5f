import { CheckedFile } from '../../../validators/pool/checked-file.ts';
import { type Pack, linkPack, runPack } from '../../../validators/engine/engine.ts';
import { loadSchema } from '../../../validators/engine/load/load.ts';
import type { Schema, Test } from '../../../validators/engine/load/schema.ts';
import type { PackFiles } from '../../../validators/engine/load/source.ts';
import { Vocabulary } from '../../../validators/engine/xml/vocabulary.ts';
import type { EntryDescription } from '../../../validators/packs/description.ts';
import { type PackSource, builtInPacks } from '../../../validators/packs/install/sources.ts';
import { compiledModule } from '../../support/compiled-module.ts';
import type { Firings } from './firings.ts';
import type { Judged } from './search.ts';

/** The rules written here that restate those of a published entry; undefined if there are none. */
export function restated(published: EntryDescription): Schema | undefined {
  for (const source of (sources ??= builtInPacks())) {
    const entry = source.pack.entries.find((own) => judgesTheSame(own, published));
    if (entry) return loadSchema(filesOf(source), entry.path, entry.visits);
  }
  return undefined;
}

let sources: readonly PackSource[] | undefined;
const expanded = new Map<PackSource, PackFiles>();

/** A pack for several syntaxes is used once per syntax, and its expansion takes long. */
function filesOf(source: PackSource): PackFiles {
  const files = expanded.get(source) ?? source.files();
  expanded.set(source, files);
  return files;
}

const judgesTheSame = (own: EntryDescription, published: EntryDescription): boolean =>
  own.kind === 'schematron' &&
  own.layer === published.layer &&
  published.syntaxes.every((syntax) => own.syntaxes.includes(syntax)) &&
  published.customizations.every((id) => own.customizations.includes(id));

/** Known differences by published entry, each with its cause. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'EN16931-UBL-validation-preprocessed.sch': {
    'missing BR-B-01': 'a tax without a scheme counts as VAT there; the schema demands the scheme',
    'missing BR-B-02': 'a tax without a scheme counts as VAT there; the schema demands the scheme',
    'missing BR-DEC-13': 'the currency stands inside the amount, where the schema takes no element',
    'missing BR-DEC-15': 'the currency stands inside the amount, where the schema takes no element',
  },
  'EN16931-CII-validation-preprocessed.sch': {
    'missing BR-AF-08': 'the rate stands in the settlement itself, where the schema takes none',
    'missing BR-AG-08': 'the rate stands in the settlement itself, where the schema takes none',
  },
  'EN16931-CIUS_RO-UBL-validation.sch': {
    'missing BR-B-01': 'a tax without a scheme counts as VAT there; the schema demands the scheme',
    'missing BR-IG-01':
      'an allowance or charge without its indicator counts there; the schema demands the indicator',
    'missing BR-DEC-13': 'the currency stands inside the amount, where the schema takes no element',
    'missing BR-DEC-15': 'the currency stands inside the amount, where the schema takes no element',
    ...Object.fromEntries(
      [
        ...['BR-RO-140 BR-RO-160', 'BR-RO-140 BR-RO-150 BR-RO-170', 'BR-DEC-RO-01', 'BR-DEC-RO-06'],
        ...['BR-DEC-RO-13', 'BR-DEC-RO-15', 'BR-RO-L1017', 'BR-RO-L1018'],
      ].map((ids) => [`missing ${ids}`, 'the credit note has a root that no schema takes']),
    ),
  },
  'PEPPOL-EN16931-UBL.sch': {
    'missing NL-R-009': 'the line of an order is named outside of a line, where no schema takes it',
  },
  'PEPPOL-EN16931-CII.sch': {
    'missing PEPPOL-EN16931-P0100': 'the type stands in an element that no schema takes',
  },
  'XRechnung-UBL-validation.sch': {
    'published: verdict, built-in: dynamic-error':
      'an invoice type and a credit note type at once, which no schema takes',
  },
};

/** Documents that made published asserts fire, and on which the rules written here have another verdict. */
export interface Comparison {
  /** Asserts that fire, and those among them that get the same fatal ids here. */
  readonly asserts: number;
  readonly equal: number;
  readonly differences: readonly Difference[];
}
export interface Difference {
  /** Ids of the asserts that the document is written for. */
  readonly ids: readonly string[];
  /** `missing BR-B-01`, `extra …`, or how one of the runs ended without a verdict. */
  readonly what: string;
  readonly document: Judged;
}

export async function compareBuiltIn({ pack, found }: Firings, ours: Schema): Promise<Comparison> {
  const vocabulary = new Vocabulary();
  const builtIn = linkPack(await compiledModule(ours), vocabulary);
  const differences = found.documents.flatMap((document): Difference[] => {
    const published = document.fired.map((index) => pack.assertions[index]!.test);
    const what = differenceOf(fatalIds(published), judged(builtIn, document.xml, vocabulary));
    return what === '' ? [] : [{ ids: idsOf(document), what, document }];
  });
  const differing = new Set(differences.map(({ document }) => document));
  const equal = [...found.fired.values()].filter((document) => !differing.has(document)).length;
  return { asserts: found.fired.size, equal, differences };

  function idsOf(document: Judged): readonly string[] {
    const fired = [...found.fired].filter(([, written]) => written === document);
    return [...new Set(fired.map(([index]) => pack.assertions[index]?.test.id ?? '-'))].sort();
  }
}

type Ids = ReadonlySet<string>;

/** @param ours its ids, or how the run ended without a verdict. */
function differenceOf(published: Ids, ours: Ids | string): string {
  if (typeof ours === 'string') return `published: verdict, built-in: ${ours}`;
  const missing = [...published].filter((id) => !ours.has(id));
  const extra = [...ours].filter((id) => !published.has(id));
  return [listed('missing', missing), listed('extra', extra)].filter((part) => part !== '').join(', ');
}

const listed = (word: string, ids: readonly string[]): string =>
  ids.length > 0 ? `${word} ${ids.join(' ')}` : '';

const LIMITS = { budget: 1e8, deadline: Infinity, capPerTest: 1 };

function judged(pack: Pack, xml: string, vocabulary: Vocabulary): Ids | string {
  const file = new CheckedFile(new TextEncoder().encode(xml), vocabulary);
  const run = runPack(pack, file.document(), LIMITS);
  return run.kind === 'verdict' ? fatalIds(run.fired) : run.kind;
}

const fatalIds = (fired: readonly Pick<Test, 'id' | 'flag'>[]): Ids =>
  new Set(fired.filter(({ flag = 'fatal' }) => flag === 'fatal').map(({ id }) => id ?? ''));
