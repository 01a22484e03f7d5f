import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeOf, type Judge } from '../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { EXTENDED_SAMPLES } from '../../domain/extended-sample.ts';
import { parsed } from '../../domain/parsed.ts';

const pathOf = {
  en16931: (syntax: string) => `official/en16931-1.3.16/EN16931-${syntax}-validation-preprocessed.sch`,
  extended: (syntax: string) => `official-2026-11/fr-ctc-1.4.0.04/${syntax}/EXTENDED-CTC-FR-${syntax}.sch`,
};

const textAt = (path: string): Buffer => readFileSync(join(REFERENCE_DATA, path));

const rulesAt = (path: string): Promise<Judge> =>
  judgeOf(path, () => ({ entry: path, files: new Map([[path, new Uint8Array(textAt(path))]]) }));

/** The ids of a published file's rules. */
const idsAt = (path: string): ReadonlySet<string> =>
  new Set(
    [
      ...textAt(path)
        .toString()
        .matchAll(/\bid="([^"]+)"\s+flag=/g),
    ].map(([, id]) => id!),
  );

/** EN 16931 demands one VAT of each line, the profile at most one: a line that does not count has none. */
const RESTATED: ReadonlySet<string> = new Set(['CII-SR-454']);

describeByReference('an invoice that is valid by EXTENDED-CTC-FR', () => {
  for (const format of ['ubl', 'cii'] as const)
    it(`breaks only rules of EN 16931 that the profile drops or restates: ${format}`, async () => {
      const syntax = format.toUpperCase();
      const [en16931, extended] = [pathOf.en16931(syntax), pathOf.extended(syntax)];
      const [remarks, verdict, remaining] = [
        await rulesAt(en16931),
        await rulesAt(extended),
        idsAt(extended),
      ];
      let count = 0;
      for (const [name, invoice] of Object.entries(EXTENDED_SAMPLES)) {
        const built = await DOCUMENTS.build(parsed(invoice), 'FR-PA', format);
        assert.ok(built.ok, name);
        const { bytes } = built.document;
        const [ofProfile, ofEn16931] = [await verdict(bytes), await remarks(bytes)];
        assert.ok(ofProfile.kind === 'verdict' && ofEn16931.kind === 'verdict', name);
        assert.ok(!ofProfile.fired.some(({ flag }) => flag === 'fatal'), name);
        const broken = new Set(ofEn16931.fired.map(({ id }) => id));
        count += broken.size;
        const counting = [...broken].filter(
          (id) => id === undefined || (remaining.has(id) && !RESTATED.has(id)),
        );
        assert.deepEqual(counting, [], name);
      }
      assert.ok(count > 20, `${count} remarks`);
    });
});
