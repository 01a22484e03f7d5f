import assert from 'node:assert/strict';
import { whoActs } from 'en16931-rules/vocabulary/finding.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { explainFinding } from '../../../src/application/catalogue/explain-findings.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import { type Origin, whoCorrects } from '../../../src/domain/catalogue/who-fixes.ts';
import { whoCorrectsInWords } from '../../../src/domain/catalogue/who-corrects.ts';
import { WORDS } from '../../../src/domain/page/words.ts';
import { LANGUAGES } from '../../../src/domain/words/language.ts';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';
import { english } from '../../support/words.ts';

const ORIGINS: readonly Origin[] = ['built', 'mapped', 'file'];
const FILES = new WordFiles();

describe('who corrects what a code is about', () => {
  const known = new KnownCodes(new RulesFolder(PREPARED_PACKS));
  before(() => known.refresh());

  const each = (look: (entry: CatalogueEntry) => void) => {
    assert.ok(known.all().length > 2_000);
    for (const entry of known.all()) look(entry);
  };

  it('is the same on its page, in ids explain and on a finding, for every code of the catalogue', () =>
    each((entry) => {
      for (const origin of ORIGINS) {
        const bare = { code: entry.code, severity: 'error', source: 'test', message: 'Wrong.' } as const;
        const finding = explainFinding(bare, known, origin);
        const told = whoActs(finding.whoFixes, finding.senderCanFix);
        assert.equal(whoCorrects(entry, origin), told, `${entry.code} ${origin}`);
      }
    }));

  for (const language of LANGUAGES)
    it(`names exactly those who correct it, for every code, in ${language}`, () => {
      const translator = new Translator(language, FILES.in(language));
      const { owners } = WORDS[language];
      each((entry) => {
        const sentence = whoCorrectsInWords(entry, translator);
        const told = new Set(ORIGINS.map((origin) => owners[whoCorrects(entry, origin)]));
        const rest = [...told].reduce((text, owner) => {
          assert.ok(text.includes(owner), `${entry.code}: ${sentence}`);
          return text.replaceAll(owner, '');
        }, sentence);
        for (const owner of Object.values(owners)) assert.ok(!rest.includes(owner), entry.code);
      });
    });

  it('is never the sender alone where the hint leaves it to the operator', () =>
    each((entry) => {
      const isOperators = /^(The operator|Ask the operator)/.test(english(entry.fixHint));
      if (isOperators)
        assert.ok(!ORIGINS.every((origin) => whoCorrects(entry, origin) === 'erp'), entry.code);
    }));
});
