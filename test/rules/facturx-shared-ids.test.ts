import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from '../support/built-in-rules.ts';
import { type PackText, textOf } from '../support/compiled-pack.ts';
import {
  builtInText,
  FACTURX_LEVEL_PACKS,
  type FacturxPack,
  publishedText,
} from '../support/facturx-packs.ts';
import { describeByReference, REFERENCE_DATA } from '../support/reference-data.ts';

/** Published tests of Factur-X that differ from those of EN 16931 where no document that fits the schema can show it. */
const KNOWN_DIFFERENCES: readonly { readonly id: RegExp; readonly cause: string }[] = [
  {
    id: /^BR-(08|10)$/,
    cause: 'the address of a party is looked for anywhere, and the schema takes these parties in one place',
  },
  { id: /^BR-CO-15$/, cause: 'it applies to totals, which the schema demands once' },
  { id: /^BR-A[FG]-08$/, cause: 'it looks for the rate where no schema takes one, so it is never broken' },
  { id: /^BR-A[FG]-09$/, cause: 'it is constant, so it is never broken' },
  { id: /^CII-SR-464$/, cause: 'it is constant, so it is never broken' },
];

/** Context and test of each assert and report, by its id. */
function testsIn({ files, entry }: PackText): ReadonlyMap<string, string> {
  const { patterns } = loadSchema(files, entry, 'elements-and-attributes');
  const tests = new Map<string, string>();
  for (const { context, lets, tests: all } of patterns.flatMap(({ rules }) => rules))
    for (const { id, kind, test } of all)
      if (id !== undefined) {
        const used = lets.filter(({ name }) => test.text.includes(`$${name}`)).map(({ value }) => value.text);
        const text = [context.text, kind, test.text, ...used]
          .join('|')
          .replaceAll(/\s+/g, '')
          .replaceAll('"', "'");
        tests.set(id, [...(tests.has(id) ? [tests.get(id)] : []), text].join('\n'));
      }
  return tests;
}

describeByReference('the ids that a level of Factur-X shares with EN 16931', () => {
  const name = 'EN16931-CII-validation-preprocessed.sch';
  const bytes = readFileSync(join(REFERENCE_DATA, 'official/en16931-1.3.16', name));
  const published = testsIn({ entry: name, files: new Map([[name, new Uint8Array(bytes)]]) });
  const builtIn = testsIn(textOf(expandPack(packFolder('en16931')), 'cii.sch'));

  const excused = new Set<(typeof KNOWN_DIFFERENCES)[number]>();
  after(() => assert.equal(excused.size, KNOWN_DIFFERENCES.length, 'a row excuses nothing'));

  for (const level of Object.keys(FACTURX_LEVEL_PACKS) as FacturxPack[])
    it(`are restated where their published tests differ (${level})`, () => {
      const [theirs, ours] = [testsIn(publishedText(level)), testsIn(builtInText(level))];
      const shared = [...theirs.keys()].filter((id) => published.has(id));
      const different = shared.filter((id) => theirs.get(id) !== published.get(id));
      const alike = different.filter((id) => ours.get(id) === builtIn.get(id) || !ours.has(id));
      assert.deepEqual(
        alike.filter((id) => !KNOWN_DIFFERENCES.some((known) => known.id.test(id))),
        [],
      );
      for (const id of alike) excused.add(KNOWN_DIFFERENCES.find((known) => known.id.test(id))!);
      assert.ok(different.length >= 9, `${different.length} of ${shared.length} differ`);
    });
});
