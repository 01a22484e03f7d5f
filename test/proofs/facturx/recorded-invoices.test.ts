import { levelOf } from 'en16931-rules/vocabulary/facturx.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { type RecordedLayer, type RecordedVerdict, suiteOf } from '../verdicts/reference.ts';
import { type Exception, type Named, NOT_RUN, sameLayers, type Verdict } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
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

/** For all other cases the verdict on an invoice is the same inside a PDF. */
const EXCEPTIONS: readonly Exception[] = [
  {
    of: /^mustang\/library__(ZUGFeRD2-invoice(-adjusted)?|ZUGFeRD2_COMFORT_Einfach|testContractReferencedDocument)\.xml$/,
    difference: /^\+xsd refuses$/,
    cause: 'recorded by the schema of CII D16B; in a PDF the narrower schema of the level judges',
  },
  {
    of: /^xrechnung-testsuite\/cvd__02\.01a-cvd_INVOICE_uncefact\.xml$/,
    difference: /^-en16931 BR-CL-13$/,
    cause:
      'KoSIT weighs BR-CL-13 as a warning for this BT-24; the recorded verdict is that of the rule alone',
  },
  {
    of: /^mustang\/validator__(in)?validXRv2\.xml$/,
    difference: /^\+pdf EI-BT24-UNKNOWN$/,
    cause: 'a BT-24 of XRechnung 2.0 is unknown in France; the last layer says so',
  },
];

interface Hybrid {
  readonly verdict: RecordedVerdict;
  /** What the service reports on the PDF. */
  readonly layers: readonly Layer[];
}

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

const layerOf = ({ pack }: RecordedLayer): string =>
  Object.entries(LAYERS).find(([id]) => pack.startsWith(`${id}-`))?.[1] ?? pack;

/** The recorded verdict; the layer of the PDF reports only what the layers before it have found. */
const recordedOf = ({ verdict, layers }: Hybrid): Verdict => [
  ...(verdict.xsd_valid ? [] : ['xsd refuses']),
  ...verdict.layers.flatMap((recorded) =>
    recorded.error === undefined
      ? fatal(recorded).map((id) => `${layerOf(recorded)} ${id}`)
      : [`${layerOf(recorded)} ${NOT_RUN}`],
  ),
  ...follows(layers).map((code) => `pdf ${code}`),
];

/** What the service reports, of the layers that the verdict has. */
const reportedOf = ({ verdict, layers }: Hybrid): Verdict => [
  ...reportedBy(layers, 'xsd', ({ outcome }) => (outcome === 'invalid' ? ['refuses'] : [])),
  ...verdict.layers.flatMap((recorded) =>
    reportedBy(layers, layerOf(recorded), (layer) => {
      const ids = idsOf(layer.advisory ? layer.findings : errorsOf(layer));
      // An advisory layer also remarks what the rules refuse, besides their warnings.
      return layer.advisory ? ids.filter((id) => fatal(recorded).includes(id)) : ids;
    }),
  ),
  ...errorsOf(layers.at(-1)!).map(({ code }) => `pdf ${code}`),
];

function reportedBy(layers: readonly Layer[], name: string, read: (layer: Layer) => Verdict): Verdict {
  const layer = layers.find((one) => one.layer === name);
  return (!layer || layer.outcome === 'not_run' ? [NOT_RUN] : read(layer)).map((line) => `${name} ${line}`);
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

const isTaken = (route: Route, { customization }: RecordedVerdict): boolean =>
  !profileOf(route).hybrids!.levelsNotTaken.includes(levelOf(customization)!.level);

describeByReference('recorded invoices in hybrid PDFs', () => {
  for (const rules of Object.keys(RULES) as (keyof typeof RULES)[])
    describe(`with the rules ${rules}`, () => {
      let examiner: Examiner;
      before(async function () {
        examiner = await examinerWith(rules);
      });
      after(() => examiner?.close());

      async function* hybrids(route: Route, taken: boolean): AsyncGenerator<Named<Hybrid>> {
        const cases = recordedCases(
          (verdict) =>
            SUITES.includes(suiteOf(verdict)) &&
            verdict.syntax === 'cii' &&
            levelOf(verdict.customization) !== undefined &&
            isTaken(route, verdict) === taken,
        );
        for (const { name, document } of cases) {
          const layers = await examiner.examine(hybrid(document.verdict, document.bytes), route);
          yield { name, document: { verdict: document.verdict, layers } };
        }
      }

      for (const route of ROUTES) {
        itAgrees(`get the recorded verdicts on ${route}, ${rules}`, { compared: 61 }, () => ({
          corpus: hybrids(route, true),
          engines: { 'the service': reportedOf },
          judge: recordedOf,
          by: sameLayers,
          exceptions: EXCEPTIONS,
        }));

        itAgrees(
          `are refused on ${route} if their level is no invoice there, ${rules}`,
          { compared: 1 },
          () => ({
            corpus: hybrids(route, false),
            engines: { 'the service': ({ layers }) => idsOf(layers.flatMap(({ findings }) => findings)) },
            judge: () => ['EI-XML-TYPE'],
          }),
        );
      }
    });
});
