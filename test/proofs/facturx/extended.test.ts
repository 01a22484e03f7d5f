import { type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { Draw } from '../../../scripts/bench/random.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { builtInFacturx, firedBy, publishedFacturx } from '../../support/facturx-packs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { firingsOf } from '../firing/firings.ts';
import { type Edit, elements } from '../mutation/edits.ts';
import { mutatedPacks } from '../mutation/packs.ts';
import { INVOICE_EDITS, STRUCTURE_EDITS } from '../restated/invoice-edits.ts';
import { SEED } from '../seed.ts';
import type { Engine, Exception, Named } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';
import { builtInSchemaOf } from './level-schema.ts';

const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 2000);

/** Changes beside those of every invoice: taxes of other kinds, indicators, blanks, lines below lines. */
const LEVEL_EDITS: Readonly<Record<string, Edit>> = {
  'a blank': (document, draw) =>
    put(
      elements(document).filter(({ childElementCount }) => childElementCount === 0),
      draw,
      [' ', '\n', ''],
    ),
  'another tax': (document, draw) =>
    put(
      elements(document).filter(
        ({ localName, parentElement }) =>
          localName === 'TypeCode' && /Tax$/.test(parentElement?.localName ?? ''),
      ),
      draw,
      ['ENV', 'GST', 'vat', 'VAT ', 'IMP'],
    ),
  'another indicator': (document, draw) =>
    put(
      elements(document).filter(({ localName }) => localName === 'Indicator'),
      draw,
      ['0', '1', 'true', 'false', ' true '],
    ),
  'a line below another': (document, draw) => {
    const lines = elements(document).filter(
      ({ localName }) => localName === 'AssociatedDocumentLineDocument',
    );
    if (lines.length === 0) return false;
    const line = draw.from(lines);
    line.children
      .filter(({ localName }) => /^(ParentLineID|LineStatus.*)$/.test(localName))
      .forEach((child) => child.remove());
    const stated = (name: string, text: string): Element => {
      const element = document.createElementNS(RAM, `ram:${name}`);
      element.append(text);
      return element;
    };
    line.firstElementChild?.after(
      ...(draw.below(2) === 0 ? [stated('ParentLineID', draw.from(['1', '2', '3', '01', ' 1', '']))] : []),
      ...(draw.below(3) > 0
        ? [stated('LineStatusReasonCode', draw.from(['GROUP', 'DETAIL', 'INFORMATION', 'X']))]
        : []),
    );
    return true;
  },
};

function put(found: readonly Element[], draw: Draw, values: readonly string[]): boolean {
  if (found.length === 0) return false;
  draw.from(found).replaceChildren(draw.from(values));
  return true;
}

/** No schema takes what these documents have. */
const WITHOUT_SCHEMA: readonly Exception[] = [
  {
    of: /^BR-FXEXT-(AE|E|G|IC|O)-08b$/,
    difference: /^\+BR-(AE|E|G|IC|O)-(09|1[012])$/,
    cause: 'the breakdown is outside of the transaction',
  },
  { of: /^BR-17$/, difference: /^-BR-17$/, cause: 'the seller is beside the payee' },
  {
    of: /^(FX-SCH-A-.*)?$/,
    difference: /^(\+error |-)/,
    cause: 'a tax registration has several numbers, or an amount is no number: rules end with an error',
  },
];

describeByReference('level EXTENDED of Factur-X, as it is restated here', () => {
  const cases = [...recordedCases(({ syntax }) => syntax === 'cii')];
  const own = cases.filter(({ document }) =>
    [BT24.facturxExtended, 'urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended'].includes(
      document.verdict.customization ?? '',
    ),
  );
  const textOf = ({ document }: (typeof cases)[number]): string => new TextDecoder().decode(document.bytes);
  const schema = builtInSchemaOf('extended');
  const fits = (xml: string): boolean =>
    schemaFindings(schema.check(new TextEncoder().encode(xml))).length === 0;
  after(() => schema.dispose());

  const builtIn: Engine<string> = async (xml) => firedBy(await (await builtInFacturx('extended'))(xml));
  const published: Engine<string> = async (xml) => firedBy(await (await publishedFacturx('extended'))(xml));
  const engines = { 'rules written here': builtIn };

  itAgrees(
    'has the published findings on every recorded invoice that its schema takes, of whatever level',
    { compared: 150, findings: 60 },
    () => ({
      corpus: cases
        .map((one) => ({ name: one.name, document: underItsName(textOf(one)) }))
        .filter(({ document }) => fits(document)),
      engines,
      judge: published,
    }),
    (xml) => xml,
  );

  for (const seed of [SEED, SEED + 1])
    itAgrees(
      `has the published findings on invoices with random changes (seed ${seed})`,
      { compared: DOCUMENTS / 3, findings: 100 },
      () => ({ corpus: changedInvoices(own.map(textOf), seed, fits), engines, judge: published }),
      (xml) => xml,
    );

  itAgrees(
    'has the published findings on a document for each published test',
    { compared: 1200, findings: 900, excused: 10 },
    async () => {
      const pack = mutatedPacks(REFERENCE_DATA).findLast(({ name }) => name.includes('FACTUR-X_EXTENDED'))!;
      const { found, pack: tests } = await firingsOf(pack.name, pack.schema);
      return {
        corpus: found.documents.map(({ index, xml }) => ({
          name: tests.assertions[index]?.test.id ?? '',
          document: xml,
        })),
        engines,
        judge: published,
        exceptions: WITHOUT_SCHEMA,
      };
    },
    (xml) => xml,
  );
});

const underItsName = (xml: string): string =>
  xml.replace(/(GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/, `$1${BT24.facturxExtended}`);

function* changedInvoices(
  invoices: readonly string[],
  seed: number,
  fits: (xml: string) => boolean,
): Generator<Named<string>> {
  const draw = new Draw(seed);
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const document = parseXmlDocument(draw.from(invoices));
    for (let wanted = 1 + draw.below(3); wanted > 0; wanted -= 1) {
      const edits = draw.from([INVOICE_EDITS, STRUCTURE_EDITS, LEVEL_EDITS, LEVEL_EDITS]);
      edits[draw.from(Object.keys(edits))]?.(document, draw);
    }
    const xml = textIfPossible(document);
    if (xml !== undefined && fits(xml)) yield { name: `seed ${seed}, change ${n}`, document: xml };
  }
}

/** Undefined if an edit has made something that no file can contain. */
function textIfPossible(document: Parameters<typeof serializeToWellFormedString>[0]): string | undefined {
  try {
    return serializeToWellFormedString(document);
  } catch {
    return undefined;
  }
}
