import { dirname } from 'node:path';
import type { WrittenRule } from '../../src/domain/checks/early-rules/written-rule.ts';
import { type EarlyRules, earlyRules } from './early-rules.ts';

const FOLDER = 'src/domain/checks/early-rules/written';

/** In the order in which their findings are told. */
const SETS = {
  en16931: {
    source: 'EN16931',
    files: ['document', 'parties', 'payment', 'periods', 'lines', 'totals', 'vat-categories', 'codes'].map(
      (name) => `en16931/rules/${name}.yaml`,
    ),
  },
  ubl: {
    source: 'EN16931',
    files: ['en16931/syntax/ubl-cardinality.yaml'],
  },
  xrechnung: {
    source: 'XRechnung',
    files: ['germany', 'peppol'].map((name) => `xrechnung/rules/${name}.yaml`),
  },
} as const;

export interface WrittenFile extends EarlyRules {
  readonly path: string;
  readonly text: string;
}

/** `src/domain/checks/early-rules/written/`: what the rules of `schematron/` say of the canonical form, as data. */
export const earlyRuleFiles = (): readonly WrittenFile[] =>
  Object.entries(SETS).map(([name, { source, files }]) => {
    const early = earlyRules(files);
    return {
      ...early,
      path: `${FOLDER}/${name}.ts`,
      text: moduleText(name, source, dirname(files[0] ?? ''), early.rules),
    };
  });

const moduleText = (name: string, source: string, folder: string, rules: readonly WrittenRule[]): string =>
  `import type { RuleSet } from '../written-rule.ts';

// Written by \`npm run docs\` from schematron/${folder}; not to be edited.
export const ${name.toUpperCase()}_RULES: RuleSet = {
  source: '${source}',
  rules: [
${rules.map((rule) => `    ${JSON.stringify(rule)},`).join('\n')}
  ],
};
`;
