import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { CIUS_RO_PACK, ciusRoRules, fatalIds, said } from '../../support/cius-ro-rules.ts';
import { type Judge, judgeOf } from '../../support/compiled-pack.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { baseInvoice } from '../base.ts';
import { edited } from '../edits.ts';
import { GERMAN_ROWS } from '../german-rows.ts';
import { CIUS_RO_ROWS } from '../national-rows.ts';
import { DECIMAL_ROWS } from '../sum-rows.ts';
import { ROMANIAN_ROWS } from './romanian-rows.ts';

describe('the rules of cius-ro', () => {
  let ours: Judge;
  before(async () => {
    ours = await ciusRoRules();
  });

  for (const { it: name, of, edit, finds } of ROMANIAN_ROWS)
    it(name, async () =>
      assert.deepEqual(fatalIds(await ours(edited(baseInvoice(of), edit))).sort(), [...finds].sort()),
    );

  it('are each broken by a row', async function () {
    const broken = new Set<string>();
    for (const { of, edit } of [...ROMANIAN_ROWS, ...CIUS_RO_ROWS, ...DECIMAL_ROWS, ...GERMAN_ROWS])
      for (const id of fatalIds(await ours(edited(baseInvoice(of), edit)))) broken.add(id);
    const own = [...(CIUS_RO_PACK.files[0]?.text ?? '').matchAll(/<assert id="(BR-(?:DEC-)?RO-[^"]+)"/g)];
    assert.deepEqual(
      own.map(([, id = '']) => id).filter((id) => !broken.has(id)),
      [],
    );
  });
});

describeByReference('the rules of cius-ro and the published ones', () => {
  let ours: Judge;
  let theirs: Judge;
  before(async () => {
    ours = await ciusRoRules();
    const official = officialPacksIn(join(REFERENCE_DATA, 'official')).find(
      (one) => one.pack.id === 'cius-ro',
    );
    assert.ok(official);
    theirs = await judgeOf('published cius-ro', () => ({
      entry: official.pack.entries[0]?.path ?? '',
      files: official.files(),
    }));
  });

  it('find the same in every recorded document', async () => {
    const folder = join(REFERENCE_DATA, 'conformance');
    const cases = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"pack":"cius-ro-'))
      .map((line) => JSON.parse(line) as { readonly case: string });
    assert.ok(cases.length >= 9);
    for (const { case: name } of cases) {
      const xml = readFileSync(join(folder, 'cases', name), 'utf8');
      assert.deepEqual(said(await ours(xml)), said(await theirs(xml)), name);
    }
  });
});
