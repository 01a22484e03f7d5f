import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { packFolder } from '../../support/built-in-rules.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { type SchemaModel, schemaModel } from '../../support/schema-model.ts';
import { singleEdits } from '../../support/single-edits.ts';
import { type Engine, sameAcceptance } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';

type Files = ReadonlyMap<string, Uint8Array>;

interface Edition {
  /** The schema of the pack that restates it. */
  readonly pack: string;
  /** Its entry in that pack; other files of the folder belong to it. */
  readonly restated: string;
  readonly folder: string;
  readonly entry: string;
  readonly recorded: number;
}
const EDITIONS: Readonly<Record<string, Edition>> = {
  D16B: {
    pack: 'cii-d16b',
    restated: 'rsm.xsd',
    folder: 'cii-d16b/xsd/uncefact/data/standard',
    entry: 'CrossIndustryInvoice_100pD16B.xsd',
    recorded: 600,
  },
  D22B: {
    pack: 'cii-d22b',
    restated: 'rsm.xsd',
    folder: 'fr-ctc-1.4.0.03/xsd-cii-d22b',
    entry: 'CrossIndustryInvoice_100pD22B.xsd',
    recorded: 9,
  },
  'of Factur-X EXTENDED': {
    pack: 'facturx',
    restated: 'extended/rsm.xsd',
    folder: 'facturx-1.09.2/extended/xsd',
    entry: 'FACTUR-X_EXTENDED.xsd',
    recorded: 25,
  },
};

const ours = ({ pack, restated }: Edition): Files =>
  new Map(
    expandPack(packFolder(pack))
      .files.filter(({ path }) => path.endsWith('.xsd') && dirname(path) === dirname(restated))
      .map(({ path, text }) => [path, new TextEncoder().encode(text)]),
  );
const official = ({ folder }: Edition): Files => {
  const path = join(REFERENCE_DATA, 'official', folder);
  return new Map(
    readdirSync(path).map((name) => [name, new Uint8Array(readFileSync(join(path, name)))] as const),
  );
};

const checkedBy =
  (schema: XsdSchema): Engine<Uint8Array> =>
  (bytes) =>
    schemaFindings(schema.check(bytes));

const elementsOf = ({ types }: SchemaModel): number =>
  [...types.values()].flatMap((type) => (type.kind === 'value' ? [] : type.elements)).length;

for (const [name, edition] of Object.entries(EDITIONS))
  describeByReference(`the Cross Industry Invoice ${name} as it is restated here`, () => {
    let schemas: Record<'ours' | 'official', XsdSchema>;
    before(() => {
      schemas = {
        ours: XsdSchema.compile({ entry: edition.restated, files: ours(edition), catalog: {} }),
        official: XsdSchema.compile({ entry: edition.entry, files: official(edition), catalog: {} }),
      };
    });
    after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

    /** Documents are made from both schemas, so that elements of only one are tested as well. */
    for (const [made, files] of Object.entries({ ours, official })) {
      const model = schemaModel(files(edition));
      itAgrees(
        `has the published verdict on every single edit from ${made}`,
        { compared: 2 * elementsOf(model), refused: elementsOf(model), accepted: elementsOf(model) },
        () => ({
          corpus: [...singleEdits(model)].map(({ what, text }) => ({
            name: what,
            document: new TextEncoder().encode(text),
          })),
          engines: { 'schema written here': checkedBy(schemas.ours) },
          judge: checkedBy(schemas.official),
          by: sameAcceptance,
        }),
      );
    }

    itAgrees('has the recorded verdict on every case that has one', { compared: edition.recorded }, () => ({
      corpus: recordedCases(({ xsd }) => xsd.endsWith(edition.entry)),
      engines: { 'schema written here': ({ bytes }) => checkedBy(schemas.ours)(bytes) },
      judge: ({ verdict }) => (verdict.xsd_valid ? [] : ['invalid']),
      by: sameAcceptance,
    }));
  });
