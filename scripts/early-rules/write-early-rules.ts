import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import type {
  Expression,
  RuleSyntax,
  WrittenRule,
} from '../../src/domain/checks/early-rules/written-rule.ts';
import { textInside } from 'en16931-rules/packs/inside.ts';
import { codeListsOf } from 'en16931-rules/packs/expand/code-lists.ts';
import { type EarlyRules, earlyRules } from './early-rules.ts';
import type { Patterns } from 'en16931-rules/packs/expand/patterns.ts';
import { editionsIn, nameInFamily, phrasesOf, rulesOf } from 'en16931-rules/packs/expand/expand.ts';

const SHARED = 'src/domain/checks/early-rules';
const ROUTES = 'src/domain/routes';

/** Packs of `schematron/`, with the source of their rules in `related`, and the file that is written. */
const PACKS = {
  en16931: { source: 'EN16931', path: `${SHARED}/written/en16931.ts` },
  xrechnung: { source: 'XRechnung', path: `${SHARED}/written/xrechnung.ts` },
  'cius-ro': { source: 'CIUS-RO', path: `${ROUTES}/ro-efactura/written-rules.ts` },
  peppol: { source: 'Peppol', path: `${ROUTES}/peppol/written-rules.ts` },
  'fr-ctc': { source: 'BR-FR', path: `${ROUTES}/fr-pa/written-rules.ts` },
} as const;

/** What a pack says by phrases of a syntax, in terms of a canonical invoice. */
interface Meanings {
  readonly phrases?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
}
const MEANINGS = parse(readFileSync(new URL('phrases.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Meanings>
>;

/** A VAT currency equal to the currency of the invoice is never written, so no invoice breaks it. */
const NEVER_BROKEN: ReadonlySet<string> = new Set(['PEPPOL-EN16931-R005']);

/** National rules, which do not apply to self-billed invoices. */
const isOfCountry = (file: string): boolean => basename(file).startsWith('national-');

const NOT_SELF_BILLED = "not($BT-3 = ('389', '261'))";

const narrow = ({ blocks, ...file }: Patterns[number]): Patterns[number] => ({
  ...file,
  blocks: blocks.map((block) => ({
    ...block,
    where: block.where === undefined ? NOT_SELF_BILLED : `${NOT_SELF_BILLED} and (${block.where})`,
  })),
});

/**
 * Rules for CII that test the same as one for UBL in another way, as far as a canonical invoice goes: all files share one place, and a bank
 * without an account is an account here.
 */
const AS_IN_UBL: Readonly<Record<string, string>> = {
  'BR-DE-22': 'BR-DE-22',
  'BR-DE-25-b': 'BR-DE-25-b',
  'CII-SR-470': 'BR-61',
};
/** The file of rules that CII judges for each place, and UBL once. The canonical form has one finding for one cause, so UBL's do for both. */
const BY_PLACE = 'cii-vat-places';

/** Some packs have rules for one of them alone. */
const SYNTAXES: readonly RuleSyntax[] = ['ubl', 'cii'];

interface WrittenFile {
  readonly path: string;
  readonly text: string;
  /** By syntax. */
  readonly early: ReadonlyMap<string, EarlyRules>;
}

/** Lists of a standard that lack codes of EN 16931 and that an early rule asks, by the list that they stand for, and the file that is written. */
const LACKING_LISTS = [
  {
    path: `${ROUTES}/ro-efactura/written-codes.ts`,
    constant: 'LACKING_CODES',
    syntax: 'ubl',
    lists: {
      eas: 'eas-cius-ro',
      icd: 'icd-cius-ro',
      'iso-4217-currency': 'iso-4217-currency-cius-ro',
      'untdid-1153': 'untdid-1153-cius-ro',
      'untdid-4461': 'untdid-4461-cius-ro',
      'untdid-7143': 'untdid-7143-cius-ro',
      'untdid-7161': 'untdid-7161-cius-ro',
      vatex: 'vatex-cius-ro',
    },
  },
  {
    path: `${ROUTES}/peppol/written-codes.ts`,
    constant: 'LACKING_CODES',
    syntax: 'ubl',
    lists: { 'iso-4217-currency': 'peppol-currency' },
  },
  {
    path: `${SHARED}/written/facturx-codes.ts`,
    constant: 'CODES_THAT_FACTURX_LACKS',
    syntax: 'cii',
    lists: {
      eas: 'facturx-eas',
      icd: 'facturx-icd',
      'iso-3166-country': 'facturx-countries',
      'iso-4217-currency': 'facturx-currencies',
    },
  },
] as const;

/** Lists of codes that a canonical invoice states as text, and the file that is written. */
const WHOLE_LISTS = {
  path: `${ROUTES}/fr-pa/written-codes.ts`,
  constant: 'EXTENDED_CODES',
  lists: ['facturx-delivery-terms', 'facturx-item-attributes'],
} as const;

/** The rules of `schematron/` on the canonical form, as data. */
export const earlyRuleFiles = (): readonly WrittenFile[] => [
  ...rulesOfPacks(),
  ...LACKING_LISTS.map(lackingCodes),
  wholeCodes(),
  ...CODED.map(textsOfCode),
];

/** Rules that code judges in the words of their pack, and the files that are written. */
const CODED = [
  {
    pack: 'fr-ctc',
    path: `${ROUTES}/fr-pa/written-texts.ts`,
    constant: 'TEXTS_OF_SEVERAL_SELLERS',
    ids: /^BR-FR-(?:MV-(?:0[12678]|03_(?:EXT-FR-FE-(?:164|177|181)|BT-128_AVV)|1[124])|BD-02|30_BT-128$)/,
  },
  {
    pack: 'fr-extended',
    path: `${ROUTES}/fr-pa/written-extended-texts.ts`,
    constant: 'TEXTS_OF_EXTENDED_RULES',
    ids: /^BR-FREXT-(?:04|CL-27)$/,
  },
] as const;

function textsOfCode({ pack, path, constant, ids }: (typeof CODED)[number]): WrittenFile {
  const folder = join('schematron', pack);
  const checks = [...rulesOf(folder, editionsIn(folder).at(-1)!.version).values()]
    .flat()
    .flatMap(({ blocks }) => blocks.flatMap(({ check }) => check));
  const texts = new Map(
    checks.filter(({ id }) => ids.test(id)).map(({ id, texts: { title, fix } }) => [id, { title, fix }]),
  );
  const entries = [...texts].map(([id, words]) => `  '${id}': ${JSON.stringify(words)},`);
  return constantFile(path, `schematron/${pack}`, constant, entries);
}

function constantFile(path: string, from: string, constant: string, entries: readonly string[]): WrittenFile {
  const text = [
    `// Written by \`npm run docs\` from ${from}; not to be edited.`,
    `export const ${constant} = {`,
    ...entries,
    '} as const;',
    '',
  ];
  return { path, text: text.join('\n'), early: new Map() };
}

const rulesOfPacks = (): readonly WrittenFile[] =>
  Object.entries(PACKS).map(([pack, { source, path }]) => {
    const editions = editionsIn(join('schematron', pack));
    const early = editions
      .map(({ version, day }) => ({ early: earlyIn(pack, version), day }))
      .reduce((before, after) => ({
        early: dated(before.early, after.early, after.day),
        day: after.day,
      })).early;
    return { path, text: moduleText({ pack, source, path }, early), early };
  });

const readListsOf = (syntax: RuleSyntax) => codeListsOf((path) => textInside('schematron', path), syntax);
const readLists = { ubl: readListsOf('ubl'), cii: readListsOf('cii') };

function lacking(all: readonly string[], some: readonly string[]): readonly string[] {
  const known = new Set(some);
  return all.filter((code) => !known.has(code));
}

function lackingCodes({ path, constant, syntax, lists }: (typeof LACKING_LISTS)[number]): WrittenFile {
  const read = readLists[syntax];
  const entries = Object.entries(lists).map(
    ([list, edition]) => `  '${list}': '${lacking(read(list), read(edition)).join(' ')}',`,
  );
  return constantFile(path, 'schematron/codelists', constant, entries);
}

function wholeCodes(): WrittenFile {
  const { path, constant, lists } = WHOLE_LISTS;
  const entries = lists.map((list) => `  '${list}': '${readLists.cii(list).join(' ')}',`);
  return constantFile(path, 'schematron/codelists', constant, entries);
}

/** The rules of one release. */
function earlyIn(pack: string, version: string): Map<string, EarlyRules> {
  const inFamily = nameInFamily(join('schematron', pack));
  const phrases = phrasesOf(join('schematron', pack), version);
  const early = new Map(
    [...rulesOf(join('schematron', pack), version)].map(([file, rules]) => {
      const syntax = file.replace('.sch', '');
      // The rules of another pack are written with that pack.
      const seen = earlyRules(
        rules
          .filter(({ isOwn, name }) => isOwn && name !== BY_PLACE)
          .map((own) => (isOfCountry(own.file) ? narrow(own) : own)),
        {
          syntax,
          codes: readLists[syntax as RuleSyntax],
          lacks: (list) =>
            lacking(readLists[syntax === 'ubl' ? 'cii' : 'ubl'](list), readLists[syntax as RuleSyntax](list)),
          phrases: { ...phrases.get(file), ...MEANINGS.all?.phrases, ...MEANINGS[pack]?.phrases },
          texts: { ...MEANINGS.all?.texts, ...MEANINGS[pack]?.texts },
        },
      );
      const named = seen.rules
        .filter(({ id }) => !NEVER_BROKEN.has(id))
        .map((rule) => ({ ...rule, id: inFamily(rule.id) }));
      const left = new Map([...seen.left, ...byPlace(rules)]);
      return [syntax, { rules: named, left }] as const;
    }),
  );
  likeUbl(early);
  return early;
}

/** The rules of two releases: those of one alone hold for invoices from its first day on, or before that day. */
function dated(
  before: Map<string, EarlyRules>,
  after: Map<string, EarlyRules>,
  day: string,
): Map<string, EarlyRules> {
  return new Map(
    [...after].map(([syntax, { rules, left }]) => {
      const old = before.get(syntax)?.rules ?? [];
      const isIn = (all: readonly WrittenRule[], rule: WrittenRule): boolean =>
        all.some((one) => line(one) === line(rule));
      const now = rules.map((rule) => (isIn(old, rule) ? rule : onDays(rule, '>=', day)));
      const then = old.filter((rule) => !isIn(rules, rule)).map((rule) => onDays(rule, '<', day));
      return [syntax, { rules: [...now, ...then], left }];
    }),
  );
}

function onDays(rule: WrittenRule, compare: '>=' | '<', day: string): WrittenRule {
  const isThen: Expression = ['compare', compare, ['terms', ['BT-2']], ['text', day]];
  return { ...rule, where: rule.where ? ['and', isThen, rule.where] : isThen };
}

const byPlace = (rules: Patterns): readonly (readonly [id: string, why: string])[] =>
  rules
    .filter(({ name, isOwn }) => isOwn && name === BY_PLACE)
    .flatMap(({ blocks }) => blocks.flatMap(({ check }) => check.map(({ id }) => [id, BY_PLACE] as const)));

function likeUbl(early: Map<string, EarlyRules>): void {
  const [ubl, cii] = [early.get('ubl'), early.get('cii')];
  if (!ubl || !cii) return;
  const left = new Map(cii.left);
  const alike = [...cii.left].flatMap(([id, why]) => {
    const there = why === BY_PLACE ? id : AS_IN_UBL[id];
    if (there === undefined) return [];
    left.delete(id);
    return ubl.rules.filter((rule) => rule.id === there).map((rule) => ({ ...rule, id }));
  });
  early.set('cii', { rules: [...cii.rules, ...alike], left });
}

function moduleText(
  { pack, source, path }: { readonly pack: string; readonly source: string; readonly path: string },
  early: WrittenFile['early'],
): string {
  const lines = new Map(SYNTAXES.map((syntax) => [syntax, (early.get(syntax)?.rules ?? []).map(line)]));
  const shared = [...lines.values()].reduce((left, right) => left.filter((one) => right.includes(one)));
  const own = [...lines].map(
    ([syntax, all]) => [syntax, all.filter((one) => !shared.includes(one))] as const,
  );
  return [
    `import type { RuleSet } from '${relative(dirname(path), `${SHARED}/written-rule.ts`)}';`,
    '',
    `// Written by \`npm run docs\` from schematron/${pack}; not to be edited.`,
    `export const ${pack.toUpperCase().replaceAll('-', '_')}_RULES: RuleSet = {`,
    `  source: '${source}',`,
    ...list('  rules', shared),
    '  of: {',
    ...own.flatMap(([syntax, all]) => list(`    ${syntax}`, all)),
    '  },',
    '};',
    '',
  ].join('\n');
}

const line = (rule: WrittenRule): string => JSON.stringify(rule);

function list(name: string, lines: readonly string[]): string[] {
  const indent = name.replace(/\S.*/, '');
  return [`${name}: [`, ...lines.map((one) => `${indent}  ${one},`), `${indent}],`];
}
