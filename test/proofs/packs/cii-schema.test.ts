import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expandPack } from '../../../validators/packs/expand/expand.ts';
import { XsdSchema } from '../../../validators/xsd.ts';
import { packFolder } from '../../support/built-in-rules.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { type SchemaModel, schemaModel } from '../../support/schema-model.ts';
import { singleEdits } from '../../support/single-edits.ts';

type Files = ReadonlyMap<string, Uint8Array>;

interface Edition {
  /** The schema of the pack that restates it. */
  readonly pack: string;
  readonly folder: string;
  readonly entry: string;
  readonly recorded: number;
}
const EDITIONS: Readonly<Record<string, Edition>> = {
  D16B: {
    pack: 'cii-d16b',
    folder: 'cii-d16b/xsd/uncefact/data/standard',
    entry: 'CrossIndustryInvoice_100pD16B.xsd',
    recorded: 600,
  },
  D22B: {
    pack: 'cii-d22b',
    folder: 'fr-ctc-1.4.0.03/xsd-cii-d22b',
    entry: 'CrossIndustryInvoice_100pD22B.xsd',
    recorded: 9,
  },
};

const ours = ({ pack }: Edition): Files =>
  new Map(expandPack(packFolder(pack)).files.map(({ path, text }) => [path, new TextEncoder().encode(text)]));
const official = ({ folder }: Edition): Files => {
  const path = join(REFERENCE_DATA, 'official', folder);
  return new Map(
    readdirSync(path).map((name) => [name, new Uint8Array(readFileSync(join(path, name)))] as const),
  );
};

const accepts = (schema: XsdSchema, bytes: Uint8Array): boolean => {
  const run = schema.check(bytes);
  assert.equal(run.kind, 'verdict');
  return run.kind === 'verdict' && run.findings.length === 0;
};

for (const [name, edition] of Object.entries(EDITIONS))
  describeByReference(`the Cross Industry Invoice ${name} as it is restated here`, function () {
    let schemas: Record<'ours' | 'official', XsdSchema>;
    before(() => {
      schemas = {
        ours: XsdSchema.compile({ entry: 'rsm.xsd', files: ours(edition), catalog: {} }),
        official: XsdSchema.compile({ entry: edition.entry, files: official(edition), catalog: {} }),
      };
    });
    after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

    /** Documents are made from both schemas, so that elements of only one are tested as well. */
    for (const [made, files] of Object.entries({ ours, official }))
      it(`has the published verdict on every single edit from ${made}`, function () {
        this.timeout(60_000);
        const model = schemaModel(files(edition));
        const seen = { valid: 0, invalid: 0 };
        const differing: string[] = [];
        for (const { what, text } of singleEdits(model)) {
          const bytes = new TextEncoder().encode(text);
          const verdict = accepts(schemas.official, bytes);
          seen[verdict ? 'valid' : 'invalid'] += 1;
          if (accepts(schemas.ours, bytes) !== verdict)
            differing.push(`${what} is ${verdict ? 'valid' : 'invalid'}`);
        }
        assert.deepEqual(differing, []);
        assert.ok(seen.valid > elementsOf(model) && seen.invalid > elementsOf(model), JSON.stringify(seen));
      });

    it('has the recorded verdict on every case that has one', () => {
      const cases = recordedCases(edition);
      const differing = cases.filter(
        ({ case: path, xsd_valid }) =>
          accepts(schemas.ours, readFileSync(join(REFERENCE_DATA, 'conformance/cases', path))) !== xsd_valid,
      );
      assert.deepEqual(differing, []);
      assert.ok(cases.length >= edition.recorded, `${cases.length} cases`);
    });
  });

const elementsOf = ({ types }: SchemaModel): number =>
  [...types.values()].flatMap((type) => (type.kind === 'value' ? [] : type.elements)).length;

interface RecordedCase {
  readonly case: string;
  readonly xsd: string;
  readonly xsd_valid: boolean;
}

const recordedCases = ({ entry }: Edition): readonly RecordedCase[] =>
  readFileSync(join(REFERENCE_DATA, 'conformance/verdicts.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCase)
    .filter(({ xsd }) => xsd.endsWith(entry));
