import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Syntax } from '../../src/domain/vocabulary/syntax.ts';
import {
  RULE_PACKS_OF,
  type RuledSyntax,
  builtInRules,
  builtInSchemas,
  publishedRules,
  restating,
  XRECHNUNG_PACKS,
} from '../support/built-in-rules.ts';
import { LONG_TABLES, ROWS } from './all-rows.ts';
import { baseInvoice } from './base.ts';
import { edited } from './edits.ts';
import { REFERENCE_DATA, describeByReference } from '../support/reference-data.ts';

interface Verdict {
  readonly case: string;
  readonly syntax: Syntax;
  readonly xsd_valid: boolean;
  readonly layers: readonly {
    readonly pack: string;
    readonly schematron: string;
    readonly error?: string;
    readonly fired?: Record<string, { readonly flag: string }>;
  }[];
}

describeByReference('the built-in packs on the recorded verdicts', () => {
  const folder = join(REFERENCE_DATA, 'conformance');
  const verdicts = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Verdict);
  const of = (syntax: RuledSyntax): readonly Verdict[] =>
    verdicts.filter((verdict) => verdict.syntax.startsWith(syntax));
  const bytesOf = (verdict: Verdict): Uint8Array => readFileSync(join(folder, 'cases', verdict.case));

  it('agree about the schema', () => {
    const schemas = builtInSchemas();
    const differing = of('ubl').filter((verdict) => {
      const run = schemas.get(verdict.syntax)?.check(bytesOf(verdict));
      return (run?.kind === 'verdict' && run.findings.length === 0) !== verdict.xsd_valid;
    });
    schemas.forEach((schema) => schema.dispose());
    assert.deepEqual(
      differing.map((verdict) => verdict.case),
      [],
    );
    assert.ok(of('ubl').length > 1_900 && of('cii').length > 700);
  });

  for (const syntax of ['ubl', 'cii'] as const)
    it(`find the same rules broken, of the same severity: ${syntax}`, async function () {
      this.timeout(120_000);
      const rules = await builtInRules(syntax, RULE_PACKS_OF[syntax]);
      const differing: string[] = [];
      for (const verdict of of(syntax))
        for (const layer of verdict.layers) {
          const pack = restating(syntax, `${layer.pack}/${layer.schematron}`);
          if (!pack) continue;
          const run = await rules.run(pack, bytesOf(verdict));
          const ours =
            run.kind === 'verdict'
              ? new Set(run.fired.map(({ id, flag }) => `${id} ${flag}`))
              : new Set([run.kind]);
          const theirs = layer.error
            ? ['error']
            : Object.entries(layer.fired ?? {}).map(([id, { flag }]) => `${id} ${flag}`);
          const odd = [
            ...theirs.filter((id) => !ours.has(id)),
            ...[...ours].filter((id) => !theirs.includes(id)),
          ];
          if (odd.length > 0) differing.push(`${verdict.case}: ${odd.join(', ')}`);
        }
      assert.deepEqual(differing, []);
    });
});

describeByReference('the published packs', () => {
  it('find what the rows of the built-in rules say', async function () {
    this.timeout(120_000);
    const rules = await publishedRules();
    const differing: string[] = [];
    for (const pack of XRECHNUNG_PACKS)
      for (const { it: name, of, edit, finds } of [...ROWS[pack], ...LONG_TABLES[pack]]) {
        const run = await rules.run(pack, new TextEncoder().encode(edited(baseInvoice(of), edit)));
        const found = run.kind === 'verdict' ? [...new Set(run.fired.map(({ id }) => id ?? ''))] : [run.kind];
        if (found.sort().join() !== [...finds].sort().join()) differing.push(`${name}: ${found.join(', ')}`);
      }
    assert.deepEqual(differing, []);
  });
});
