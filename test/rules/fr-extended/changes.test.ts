import assert from 'node:assert/strict';
import { rulesOf } from 'en16931-rules/packs/expand/expand.ts';
import {
  type BuiltInRules,
  type RuledSyntax,
  builtInRules,
  packFolder,
  publishedRules,
} from '../../support/built-in-rules.ts';
import { idInText } from '../../support/id-in-text.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { frenchDocument } from '../fr-ctc/base.ts';
import { CHANGES, named } from './changes.ts';

async function idsOf(rules: BuiltInRules, xml: string): Promise<readonly string[]> {
  const run = await rules.run('fr-extended', new TextEncoder().encode(xml));
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id, firings: [first] }) => id ?? idInText(first?.text ?? '')))].sort();
}

/** Rules of the pack itself that some document can break, by their ids in the syntax. */
function ownIds(syntax: RuledSyntax): readonly string[] {
  const files = rulesOf(packFolder('fr-extended')).get(`${syntax}.sch`) ?? [];
  const checks = files
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ blocks }) => blocks.flatMap(({ check }) => check));
  return checks.filter(({ test }) => test).map(({ id, ids }) => ids?.[syntax] ?? id);
}

for (const syntax of ['ubl', 'cii'] as const) {
  describe(`the rules of EXTENDED-CTC-FR in ${syntax.toUpperCase()}`, () => {
    let rules: BuiltInRules;
    let base: string;
    before('compile the pack', async () => {
      rules = await builtInRules(syntax, ['fr-extended']);
      base = named(await frenchDocument(syntax));
    });

    for (const { it: what, edit, finds } of CHANGES[syntax])
      it(what, async () => assert.deepEqual(await idsOf(rules, edit(base)), [...finds].sort()));

    it('are each broken by a change', () => {
      const broken = new Set(CHANGES[syntax].flatMap(({ finds }) => finds));
      assert.deepEqual(
        ownIds(syntax).filter((id) => !broken.has(id)),
        [],
      );
    });
  });

  describeByReference(`the published rules of EXTENDED-CTC-FR in ${syntax.toUpperCase()}`, () => {
    it('find the same in every change', async function () {
      const rules = await publishedRules(syntax, ['fr-extended']);
      const base = named(await frenchDocument(syntax));
      for (const { it: what, edit, finds } of CHANGES[syntax])
        assert.deepEqual(await idsOf(rules, edit(base)), [...finds].sort(), what);
    });
  });
}
