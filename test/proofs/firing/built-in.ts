import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema, Test } from 'en16931-rules/engine/load/schema.ts';
import type { PackFiles } from 'en16931-rules/engine/load/source.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import type { EntryDescription, PackDescription } from 'en16931-rules/packs/description.ts';
import { type PackSource, builtInPacks } from 'en16931-rules/packs/install/sources.ts';
import { idInText } from '../../support/id-in-text.ts';
import { compiledModule } from '../../support/compiled-module.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Comparison, Exception } from '../verdicts/compare.ts';
import { editionOf } from '../conformance/packs.ts';
import { distinct, fatalIds } from '../verdicts/readings.ts';
import type { Firings } from './firings.ts';
import type { Judged } from './search.ts';

/** The rules written here that restate those of a published entry of a release; undefined if there are none. */
export function restated(release: PackDescription, published: EntryDescription): Schema | undefined {
  const editions = (sources ??= builtInPacks()).flatMap((source) => {
    const entry = source.pack.entries.find((own) => judgesTheSame(own, published));
    return entry ? [{ ...source.pack, source, entry }] : [];
  });
  const found = editionOf(release, editions);
  return found && loadSchema(filesOf(found.source), found.entry.path, found.entry.visits);
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

const NO_SCHEME = 'a tax without a scheme counts as VAT there; the schema demands the scheme';
const NO_INDICATOR =
  'an allowance or charge without its indicator counts there; the schema demands the indicator';
const IN_AMOUNT = 'the currency stands inside the amount, where the schema takes no element';

/** By published entry. */
const KNOWN_DIFFERENCES: Readonly<Record<string, readonly Exception[]>> = {
  'EN16931-UBL-validation-preprocessed.sch': [
    { difference: /^-BR-B-0[12]$/, cause: NO_SCHEME },
    { difference: /^-BR-DEC-1[35]$/, cause: IN_AMOUNT },
  ],
  'EN16931-CII-validation-preprocessed.sch': [
    {
      difference: /^-BR-A[FG]-08$/,
      cause: 'the rate stands in the settlement itself, where the schema takes none',
    },
  ],
  'EN16931-CIUS_RO-UBL-validation.sch': [
    { difference: /^-BR-B-01$/, cause: NO_SCHEME },
    { difference: /^-BR-IG-01$/, cause: NO_INDICATOR },
    { difference: /^-BR-DEC-1[35]$/, cause: IN_AMOUNT },
    {
      difference: /^-BR-(RO-1[4567]0|DEC-RO-(01|06|13|15)|RO-L101[78])$/,
      cause: 'the credit note has a root that no schema takes',
    },
  ],
  'EXTENDED-CTC-FR-UBL.sch': [
    { difference: /^-BR-B-0[12]$/, cause: NO_SCHEME },
    { difference: /^-BR-DEC-1[35]$/, cause: IN_AMOUNT },
    { difference: /^-BR-AG-01$/, cause: NO_INDICATOR },
  ],
  'EXTENDED-CTC-FR-CII.sch': [
    {
      of: /^for BR-FXEXT-(AE|E|G|IC)-08$/,
      difference: /^\+BR-(AE|E|G|IC)-(09|1[012])$/,
      cause: 'the breakdown is outside of the transaction, where no schema takes it',
    },
    { of: /^for BR-CO-14$/, difference: /^\+error$|^-/, cause: 'an amount is NaN, which no schema takes' },
  ],
  'PEPPOL-EN16931-CII.sch': [
    { difference: /^-PEPPOL-EN16931-P0100$/, cause: 'the type stands in an element that no schema takes' },
  ],
  'XRechnung-UBL-validation.sch': [
    {
      of: /^for BR-DE-26$/,
      difference: /^\+error$|^-/,
      cause: 'an invoice type and a credit note type at once, which no schema takes',
    },
  ],
};

/** How many documents of a pack the table excuses: fewer, and a row of it is to go. */
const EXCUSED: Readonly<Record<string, number>> = {
  'EN16931-UBL-validation-preprocessed.sch': 4,
  'EN16931-CII-validation-preprocessed.sch': 2,
  'EN16931-CIUS_RO-UBL-validation.sch': 12,
  'EXTENDED-CTC-FR-UBL.sch': 5,
  'EXTENDED-CTC-FR-CII.sch': 5,
  'PEPPOL-EN16931-CII.sch': 1,
  'XRechnung-UBL-validation.sch': 1,
};

const entryOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

export const excusedIn = (name: string): number => EXCUSED[entryOf(name)] ?? 0;

/** Documents that made published asserts fire, under the rules written here: fatal ids against fatal ids. */
export async function againstBuiltIn(
  { name, pack, found }: Firings,
  ours: Schema,
): Promise<Comparison<Judged>> {
  const vocabulary = new Vocabulary();
  const rules = compiledRules(await compiledModule(ours), vocabulary);
  const testOf = (index: number): Test => pack.assertions[index]!.test;
  return {
    corpus: found.documents.map((document) => ({
      name: `for ${testOf(document.index).id ?? '-'}`,
      document,
    })),
    engines: {
      'rules written here': async ({ xml }) =>
        fatalIds(await rules.run(new CheckedFile(new TextEncoder().encode(xml), vocabulary), MAX_MS)),
    },
    judge: ({ fired }) =>
      distinct(
        fired
          .map(testOf)
          .filter(({ flag = 'fatal' }) => flag === 'fatal')
          .map(({ id, message }) => id ?? idInText(message[0]?.kind === 'text' ? message[0].text : '')),
      ),
    exceptions: KNOWN_DIFFERENCES[entryOf(name)] ?? [],
  };
}

const MAX_MS = 60_000;
