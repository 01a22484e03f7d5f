import assert from 'node:assert/strict';
import { join } from 'node:path';
import { levelOf } from '../../../src/domain/documents/facturx.ts';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import {
  type RecordedLayer,
  type RecordedVerdict,
  readReference,
  suiteOf,
} from '../conformance/reference.ts';
import { errorsOf, type Examiner, examinerWith, idsOf, RULES } from './examiner.ts';

const SUITES = ['facturx', 'mustang', 'fr-ctc', 'cen-examples-cii', 'xrechnung-testsuite'];
const ROUTES = ['DE-XRECHNUNG', 'FR-PA'] as const;
/** Layers by the recorded pack. */
const LAYERS = {
  en16931: 'en16931',
  xrechnung: 'xrechnung',
  'fr-ctc': 'fr-ctc',
  facturx: 'facturx',
} as const;

/** Known differences: for all other cases the verdict on an invoice is the same inside a PDF. */
const KNOWN: readonly { readonly difference: RegExp; readonly cause: string }[] = [
  {
    difference:
      /^mustang\/library__(ZUGFeRD2-invoice(-adjusted)?|ZUGFeRD2_COMFORT_Einfach|testContractReferencedDocument)\.xml: xsd invalid$/,
    cause: 'recorded by the schema of CII D16B; in a PDF the narrower schema of the level judges',
  },
  {
    difference: /^xrechnung-testsuite\/cvd__02\.01a-cvd_INVOICE_uncefact\.xml: en16931 -BR-CL-13$/,
    cause:
      'KoSIT weighs BR-CL-13 as a warning for this BT-24; the recorded verdict is that of the rule alone',
  },
  {
    difference: /^mustang\/validator__(in)?validXRv2\.xml: pdf EI-PDF-14 EI-BT24-UNKNOWN$/,
    cause: 'a BT-24 of XRechnung 2.0 is unknown in France; the last layer says so',
  },
];

/** The recorded invoice as the attachment of a PDF that conforms to every rule. */
function hybrid(verdict: RecordedVerdict, xml: Uint8Array): Uint8Array {
  const { level, relationships } = levelOf(verdict.customization)!;
  const [relationship = 'Alternative'] = relationships;
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml';
  return hybridDraft({ xml, level, relationship, name, lines: [] }).build();
}

const fatal = ({ fired = {} }: RecordedLayer): readonly string[] =>
  Object.entries(fired)
    .flatMap(([id, { flag }]) => (flag !== 'fatal' ? [] : id.startsWith('text:') ? 'EI-RULE' : id))
    .toSorted();

/** The difference between a layer and the recorded one. */
function difference(recorded: RecordedLayer, layer: Layer): string {
  const [theirs, ours] = [fatal(recorded), idsOf(layer.advisory ? layer.findings : errorsOf(layer))];
  // An advisory layer also remarks what the rules refuse, besides their warnings.
  const compared = layer.advisory ? ours.filter((id) => theirs.includes(id)) : ours;
  const [missing, extra] = [
    theirs.filter((id) => !ours.includes(id)),
    compared.filter((id) => !theirs.includes(id)),
  ];
  return [...missing.map((id) => `-${id}`), ...extra.map((id) => `+${id}`)].join(' ');
}

function differences(verdict: RecordedVerdict, layers: readonly Layer[]): readonly string[] {
  const of = (name: string) => layers.find(({ layer }) => layer === name);
  const schema = of('xsd');
  const refused = schema?.outcome === 'invalid';
  const found: string[] = [];
  if (schema?.outcome !== 'not_run' && refused === verdict.xsd_valid) found.push(`xsd ${schema?.outcome}`);
  for (const recorded of verdict.layers) {
    const name = Object.entries(LAYERS).find(([pack]) => recorded.pack.startsWith(`${pack}-`))?.[1] ?? '';
    const layer = of(name);
    if (!layer || layer.outcome === 'not_run') continue;
    const other = recorded.error === undefined ? difference(recorded, layer) : '';
    if (other !== '') found.push(`${name} ${other}`);
  }
  return found;
}

/** The layer of the PDF reports only what the layers before it have found. */
function follows(layers: readonly Layer[]): readonly string[] {
  const [schema] = layers.filter(({ layer }) => layer === 'xsd');
  if (schema?.outcome === 'invalid') return ['EI-PDF-13'];
  // Rules that end with an error, and rules that are not installed, found nothing: only their own layer reports it.
  const found = layers
    .filter(({ layer, advisory, outcome }) => layer !== 'pdf' && !advisory && outcome !== 'not_run')
    .flatMap(errorsOf)
    .filter(({ code }) => code !== 'EI-RULES-END');
  return found.length > 0 ? ['EI-PDF-14'] : [];
}

describeByReference('recorded invoices in hybrid PDFs', function () {
  const folder = join(REFERENCE_DATA, 'conformance');
  const { verdicts, bytesOf } = readReference(join(folder, 'cases'), join(folder, 'verdicts.jsonl'));
  const cases = verdicts.filter(
    (verdict) =>
      SUITES.includes(suiteOf(verdict)) &&
      verdict.syntax === 'cii' &&
      levelOf(verdict.customization) !== undefined,
  );

  for (const rules of Object.keys(RULES) as (keyof typeof RULES)[])
    describe(`with the rules ${rules}`, () => {
      let examiner: Examiner;
      before(async function () {
        this.timeout(300_000);
        examiner = await examinerWith(rules);
      });
      after(() => examiner?.close());

      for (const route of ROUTES)
        it(`get the recorded verdicts on ${route}`, async () => {
          const found: string[] = [];
          let checked = 0;
          for (const verdict of cases) {
            const layers = await examiner.examine(hybrid(verdict, bytesOf(verdict)), route);
            const { level } = levelOf(verdict.customization)!;
            if (profileOf(route).hybrids!.levelsNotTaken.includes(level)) {
              assert.deepEqual(
                idsOf(layers.flatMap(({ findings }) => findings)),
                ['EI-XML-TYPE'],
                verdict.case,
              );
              continue;
            }
            checked += 1;
            const own = errorsOf(layers.at(-1)!).map(({ code }) => code);
            const all = [...differences(verdict, layers)];
            if (String(own) !== String(follows(layers))) all.push(`pdf ${own.join(' ')}`);
            found.push(...all.map((one) => `${verdict.case}: ${one}`));
          }
          assert.deepEqual(
            found.filter((one) => !KNOWN.some((known) => known.difference.test(one))),
            [],
          );
          assert.ok(checked > 60, `${checked} of ${cases.length}`);
        }).timeout(300_000);
    });
});
