import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Draw } from '../../../scripts/bench/random.ts';
import { parsed } from '../../domain/parsed.ts';
import { WRITTEN } from '../../domain/documents/member-samples.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { publishedSchema, WHOLE } from '../../support/vat-rr.ts';
import { SEED } from '../seed.ts';
import { type Exception, type Named, sameAcceptance } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { type ForSchema, SchemaEngines, schemaSets } from './schema-engines.ts';
import { editedTexts } from './text-edits.ts';

/** `MUTANTS=100000 npm run proofs -- engines/restated-schemas` is a long run. */
const MUTANTS = Number(process.env['MUTANTS'] ?? 500);
const MAX_BYTES = 60_000;

const FA3 = 'fa3-1-0E/schemat_FA(3)_v1-0E.xsd';
const FA_RR = 'published FA_RR(1)';

/** The published schema, and the one of this project. */
const RESTATED: Readonly<Record<string, string>> = {
  [FA3]: 'built-in fa3-1-0E/schemat_FA(3)_v1-0E.xsd',
  'cii-d16b/xsd/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd': 'built-in cii-d16b/rsm.xsd',
  'fr-ctc-1.4.0.03/xsd-cii-d22b/CrossIndustryInvoice_100pD22B.xsd': 'built-in cii-d22b/rsm.xsd',
  'facturx-1.09.2/minimum/xsd/FACTUR-X_MINIMUM.xsd': 'built-in facturx-1.09.2/minimum/FACTUR-X_MINIMUM.xsd',
  'facturx-1.09.2/basicwl/xsd/FACTUR-X_BASIC-WL.xsd': 'built-in facturx-1.09.2/basicwl/FACTUR-X_BASIC-WL.xsd',
  'facturx-1.09.2/basic/xsd/FACTUR-X_BASIC.xsd': 'built-in facturx-1.09.2/basic/FACTUR-X_BASIC.xsd',
  'facturx-1.09.2/en16931/xsd/FACTUR-X_EN16931.xsd': 'built-in facturx-1.09.2/en16931/FACTUR-X_EN16931.xsd',
  'facturx-1.09.2/extended/xsd/FACTUR-X_EXTENDED.xsd': 'built-in facturx-1.09.2/extended/rsm.xsd',
  [FA_RR]: 'built-in fa-rr-1-1E/schemat_FA_RR(1)_v1-1E.xsd',
  'ubl-2.1/xsd/maindoc/UBL-Invoice-2.1.xsd': 'built-in ubl-2.1/UBL-Invoice.xsd',
  'ubl-2.1/xsd/maindoc/UBL-CreditNote-2.1.xsd': 'built-in ubl-2.1/UBL-CreditNote.xsd',
};

/** Invoices of FA(3) with every member that is written: recorded ones lack many elements. */
async function writtenInvoices(): Promise<readonly string[]> {
  const variants = WRITTEN.filter(({ format }) => format === 'fa3').flatMap((one) => one.variants);
  const built = await Promise.all(
    variants.map((variant) => DOCUMENTS.build(parsed(variant), 'PL-KSEF', 'fa3')),
  );
  return built.flatMap((one) => (one.ok ? [new TextDecoder().decode(one.document.bytes)] : []));
}

const JUDGES: readonly { readonly name: 'libxml2' | 'xerces'; readonly exceptions: readonly Exception[] }[] =
  [
    {
      name: 'libxml2',
      exceptions: [
        {
          difference: /^-.* holds text; only elements may stand in it\.$/,
          cause: 'an empty section, or one of blanks, may stand between elements (part 1, 3.4.4, 2.3)',
        },
        {
          difference: /^\+The attribute \S+chemaLocation of .* holds "%%"/,
          cause: 'it is a list of addresses, and %% is none; Xerces agrees',
        },
      ],
    },
    {
      name: 'xerces',
      exceptions: [
        {
          difference: /^-cvc-(max|min)?[lL]ength-valid: .*[\u{10000}-\u{10ffff}]/u,
          cause: 'Java counts a character beyond U+FFFF twice; libxml2 agrees',
        },
        {
          of: /many times/,
          difference: /^\+.* It may not occur again\.$/,
          cause: 'bounds of a hundred and more are left out for Xerces; libxml2 agrees',
        },
      ],
    },
  ];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function* edited(schema: string, documents: readonly string[]): Generator<Named<ForSchema>> {
  const texts = editedTexts(documents, new Draw(SEED));
  for (let left = MUTANTS; left > 0; left -= 1) {
    const { edits, text } = texts.next().value;
    yield { name: `${edits.join(', ')}: ${left}`, document: { schema, bytes: utf8(text) } };
  }
}

describeByReference('the schemas of this project, and the published ones', () => {
  const sets = new Map([...schemaSets(join(REFERENCE_DATA, 'official')), [FA_RR, publishedSchema()]]);
  const engines = new SchemaEngines(sets);
  after(() => engines.close());
  const documents = new Map<string, string[]>();
  before(async () => {
    for (const { document } of recordedCases(({ xsd_valid: isValid }) => isValid)) {
      const known = documents.get(document.verdict.xsd) ?? [];
      documents.set(document.verdict.xsd, known);
      if (document.bytes.length < MAX_BYTES) known.push(new TextDecoder().decode(document.bytes));
    }
    documents.set(FA_RR, Object.values(WHOLE));
    documents.get(FA3)!.push(...(await writtenInvoices()));
  });

  const judges = spawnSync('javac', ['-version']).status === 0 ? JUDGES : JUDGES.slice(0, 1);
  // On rare long values Xerces ends with an error of its own: no verdict.
  for (const { name, exceptions } of judges)
    for (const [published, restated] of Object.entries(RESTATED))
      itAgrees(
        `${name} accepts the same edited documents by the published schema: ${restated}`,
        { compared: 0.99 * MUTANTS, refused: MUTANTS / 4, accepted: MUTANTS / 20 },
        () => ({
          corpus: edited(restated, documents.get(published)!),
          engines: { own: (one) => engines.own(one) },
          judge: (one) => engines[name]({ ...one, schema: published }),
          by: sameAcceptance,
          exceptions,
        }),
      );
});
