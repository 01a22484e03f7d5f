import { basename, join } from 'node:path';
import type { RuleSyntax, WrittenRule } from '../../../src/domain/checks/early-rules/written-rule.ts';
import { textInside } from '../inside.ts';
import { codeListsOf } from './code-lists.ts';
import { type EarlyRules, earlyRules } from './early-rules.ts';
import { namedInFamily, rulesOf } from './expand.ts';

const FOLDER = 'src/domain/checks/early-rules/written';

/** Packs of `schematron/`, with the source that names their rules in `related`. */
const PACKS = {
  en16931: 'EN16931',
  xrechnung: 'XRechnung',
  'cius-ro': 'CIUS-RO',
  peppol: 'Peppol',
  'fr-ctc': 'BR-FR',
} as const;

/** Rules of countries, which self-billed invoices do not have; they are left to the official layer. */
const isOfCountry = (file: string): boolean => basename(file).startsWith('national-');

/** Some packs have rules for one of them alone. */
const SYNTAXES: readonly RuleSyntax[] = ['ubl', 'cii'];

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
  /** By syntax. */
  readonly early: ReadonlyMap<string, EarlyRules>;
}

/** `src/domain/checks/early-rules/written/`: what the rules of `schematron/` say of the canonical form, as data. */
export const earlyRuleFiles = (): readonly WrittenFile[] =>
  Object.entries(PACKS).map(([pack, source]) => {
    const inFamily = namedInFamily(join('schematron', pack));
    const early = new Map(
      [...rulesOf(join('schematron', pack))].map(([file, rules]) => {
        const syntax = file.replace('.sch', '');
        // The rules of another pack are written with that pack.
        const seen = earlyRules(
          rules.filter(({ isOwn, file: source }) => isOwn && !isOfCountry(source)),
          syntax,
          codeListsOf((path) => textInside('schematron', path), syntax),
        );
        const named = seen.rules.map((rule) => ({ ...rule, id: inFamily(rule.id) }));
        return [syntax, { ...seen, rules: named }] as const;
      }),
    );
    return { path: `${FOLDER}/${pack}.ts`, text: moduleText(pack, source, early), early };
  });

function moduleText(pack: string, source: string, early: WrittenFile['early']): string {
  const lines = new Map(SYNTAXES.map((syntax) => [syntax, (early.get(syntax)?.rules ?? []).map(line)]));
  const shared = [...lines.values()].reduce((left, right) => left.filter((one) => right.includes(one)));
  const own = [...lines].map(
    ([syntax, all]) => [syntax, all.filter((one) => !shared.includes(one))] as const,
  );
  return [
    "import type { RuleSet } from '../written-rule.ts';",
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
