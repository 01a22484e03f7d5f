import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExpandedPack, expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { builtInFiles } from 'en16931-rules/packs/install/built-in-files.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { type Judge, judgeOf, type PackText, textOf } from './compiled-pack.ts';
import { REFERENCE_DATA } from './reference-data.ts';

/** Syntaxes for which a pack has rules of its own. */
export type RuledSyntax = 'ubl' | 'cii';

/** The packs of rules in `schematron/`, by the syntax that they check; a pack for both syntaxes has a part for each. */
const RULE_PACKS_OF = {
  ubl: ['en16931', 'xrechnung', 'peppol', 'peppol-selfbilling', 'fr-ctc', 'fr-extended'],
  cii: ['en16931', 'xrechnung', 'peppol-cii', 'fr-ctc', 'fr-extended'],
} as const satisfies Readonly<Record<RuledSyntax, readonly string[]>>;
export type RulePackName = (typeof RULE_PACKS_OF)[RuledSyntax][number];
export const RULE_PACKS: readonly RulePackName[] = [
  ...new Set<RulePackName>([...RULE_PACKS_OF.ubl, ...RULE_PACKS_OF.cii]),
];
/** The packs that check an XRechnung. */
export const XRECHNUNG_PACKS = ['en16931', 'xrechnung'] as const;
export type XRechnungPackName = (typeof XRECHNUNG_PACKS)[number];

export const packFolder = (name: string): string =>
  fileURLToPath(new URL(`../../schematron/${name}`, import.meta.url));

const packs = new Map<RulePackName, ExpandedPack>();

/** Expanded once per process. */
export function expanded(name: RulePackName): ExpandedPack {
  const pack = packs.get(name) ?? expandPack(packFolder(name));
  packs.set(name, pack);
  return pack;
}

export interface BuiltInRules {
  run(pack: RulePackName, bytes: Uint8Array): Promise<RuleRun>;
}

/** The packs of `schematron/` for a syntax, expanded and compiled. */
export const builtInRules = (
  syntax: RuledSyntax = 'ubl',
  packs: readonly RulePackName[] = XRECHNUNG_PACKS,
): Promise<BuiltInRules> =>
  judging(`built-in ${syntax}`, packs, (name) => textOf(expanded(name), `${syntax}.sch`));

type Published = Readonly<Partial<Record<RulePackName, readonly [entry: string, ...included: string[]]>>>;
const XRECHNUNG = 'official-2026-11/xrechnung-3.0.2-sch-2.6.0';
const PEPPOL = 'official/peppol-bis-2026.5/PEPPOL-EN16931-UBL';
const FRANCE = 'official-2026-11/fr-ctc-1.4.0.04';
const CEN = 'official/en16931-1.3.16';
const PUBLISHED: Readonly<Record<RuledSyntax, Published>> = {
  ubl: {
    en16931: [`${CEN}/EN16931-UBL-validation-preprocessed.sch`],
    xrechnung: [`${XRECHNUNG}/ubl/XRechnung-UBL-validation.sch`],
    peppol: [`${PEPPOL}.sch`],
    'peppol-selfbilling': [`${PEPPOL}-SB.sch`],
    'fr-ctc': [`${FRANCE}/UBL/BR-FR-Flux2-Schematron-UBL.sch`],
    'fr-extended': [`${FRANCE}/UBL/EXTENDED-CTC-FR-UBL.sch`],
  },
  cii: {
    en16931: [`${CEN}/EN16931-CII-validation-preprocessed.sch`],
    xrechnung: [`${XRECHNUNG}/cii/XRechnung-CII-validation.sch`],
    'peppol-cii': ['official/peppol-bis-cii-3.0.19/PEPPOL-EN16931-CII.sch'],
    'fr-ctc': [`${FRANCE}/CII/BR-FR-Flux2-Schematron-CII.sch`],
    'fr-extended': [`${FRANCE}/CII/EXTENDED-CTC-FR-CII.sch`],
  },
};

/** The published packs that the built-in ones restate; empty without the reference data. */
export const publishedRules = (
  syntax: RuledSyntax = 'ubl',
  packs: readonly RulePackName[] = XRECHNUNG_PACKS,
): Promise<BuiltInRules> =>
  judging(`published ${syntax}`, packs, (name) => {
    const paths = PUBLISHED[syntax][name] ?? [''];
    return {
      entry: paths[0],
      files: new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(REFERENCE_DATA, path)))])),
    };
  });

/** Ids that a published pack can report. */
export const publishedIds = (syntax: RuledSyntax, name: RulePackName): readonly string[] => {
  const [entry = ''] = PUBLISHED[syntax][name] ?? [];
  const text = readFileSync(join(REFERENCE_DATA, entry), 'utf8');
  const plain = text.replaceAll(/<!--[^]*?-->/g, '');
  return [...new Set([...plain.matchAll(/<assert\b[^>]*?\bid="([^"]+)"/g)].map(([, id = '']) => id))];
};

/** @param origin distinguishes packs of one name. */
async function judging(
  origin: string,
  names: readonly RulePackName[],
  text: (name: RulePackName) => PackText,
): Promise<BuiltInRules> {
  const judges = new Map<RulePackName, Judge>();
  for (const name of names) judges.set(name, await judgeOf(`${origin} ${name}`, () => text(name)));
  return {
    run: async (name, bytes) => {
      const judge = judges.get(name);
      if (!judge) throw new Error(`${name} was not asked for`);
      return judge(bytes);
    },
  };
}

/** The schemas of every kind of document; the caller must `dispose` them. */
export function builtInSchemas(): ReadonlyMap<Syntax, XsdSchema> {
  return new Map(['ubl-2.1', 'cii-d16b', 'fa3', 'fa-rr'].flatMap(schemasOf));
}

function schemasOf(name: string): readonly (readonly [Syntax, XsdSchema])[] {
  const folder = packFolder(name);
  const pack = readDescription(
    JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')),
    'built-in',
    `${name}/pack.json`,
  );
  const files = builtInFiles(folder, pack);
  return pack.entries.flatMap(({ path, syntaxes }) => {
    const schema = XsdSchema.compile({ entry: path, files, catalog: pack.catalog });
    return syntaxes.map((syntax) => [syntax, schema] as const);
  });
}
