import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BT24, type SubjectOfChecks, OUR_BT24, isKnown } from 'en16931-rules/layers/layer-selection.ts';
import { selectLayers } from '../../../src/domain/routes/select-layers.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

const names = (subject: SubjectOfChecks): string =>
  selectLayers(subject)
    .map((choice) => (choice.advisory ? `(${choice.layer})` : choice.layer))
    .join(' ');

const ROWS: readonly (SubjectOfChecks & { readonly layers: string })[] = [
  {
    route: 'DE-XRECHNUNG',
    syntax: 'ubl-invoice',
    customization: BT24.xrechnung,
    layers: 'xsd en16931 xrechnung',
  },
  { route: 'DE-XRECHNUNG', syntax: 'cii', customization: 'urn:other', layers: 'xsd en16931 xrechnung' },
  { route: 'DE-XRECHNUNG', syntax: 'ubl-invoice', customization: null, layers: 'xsd en16931 xrechnung' },
  {
    route: 'DE-XRECHNUNG',
    syntax: 'cii',
    customization: BT24.en16931,
    hybrid: true,
    layers: 'xsd en16931 (xrechnung) facturx pdf',
  },
  {
    route: 'DE-XRECHNUNG',
    syntax: 'cii',
    customization: BT24.facturxExtended,
    hybrid: true,
    layers: 'xsd (en16931) (xrechnung) facturx pdf',
  },
  {
    route: 'DE-XRECHNUNG',
    syntax: 'cii',
    customization: BT24.xrechnung,
    hybrid: true,
    layers: 'xsd en16931 xrechnung pdf',
  },
  { route: 'PEPPOL', syntax: 'ubl-invoice', customization: BT24.peppol, layers: 'xsd en16931 peppol' },
  { route: 'PEPPOL', syntax: 'ubl-invoice', customization: BT24.xrechnung, layers: 'xsd en16931 xrechnung' },
  { route: 'PEPPOL', syntax: 'ubl-invoice', customization: 'urn:other', layers: 'xsd en16931 peppol' },
  {
    route: 'RO-EFACTURA',
    syntax: 'ubl-creditnote',
    customization: BT24.ciusRo,
    layers: 'xsd en16931 cius-ro',
  },
  { route: 'FR-PA', syntax: 'ubl-invoice', customization: BT24.en16931, layers: 'xsd en16931 fr-ctc' },
  {
    route: 'FR-PA',
    syntax: 'cii',
    customization: BT24.extendedCtcFr,
    layers: 'xsd (en16931) fr-ctc fr-extended',
  },
  {
    route: 'FR-PA',
    syntax: 'cii',
    customization: BT24.en16931,
    hybrid: true,
    layers: 'xsd en16931 fr-ctc facturx pdf',
  },
  { route: 'PL-KSEF', syntax: 'fa3', customization: null, layers: 'xsd ksef-file' },
  { route: null, syntax: 'fa-rr', customization: null, layers: 'xsd ksef-file' },
  ...[BT24.facturxMinimum, BT24.facturxBasicWl, BT24.facturxExtended].flatMap((customization) => [
    // Factur-X has rules for CII only.
    { route: 'FR-PA', syntax: 'ubl-invoice', customization, layers: 'xsd en16931 fr-ctc' } as const,
    {
      route: 'DE-XRECHNUNG',
      syntax: 'ubl-creditnote',
      customization,
      layers: 'xsd en16931 xrechnung',
    } as const,
    // The reference records it so.
    { route: null, syntax: 'ubl-invoice', customization, layers: 'xsd (en16931)' } as const,
    { route: 'FR-PA', syntax: 'cii', customization, layers: 'xsd (en16931) fr-ctc facturx' } as const,
  ]),
  {
    route: 'FR-PA',
    syntax: 'ubl-invoice',
    customization: BT24.extendedCtcFr,
    layers: 'xsd (en16931) fr-ctc fr-extended',
  },
  {
    route: 'DE-XRECHNUNG',
    syntax: 'ubl-invoice',
    customization: BT24.extendedCtcFr,
    layers: 'xsd en16931 xrechnung',
  },
  {
    route: 'DE-XRECHNUNG',
    syntax: 'cii',
    customization: BT24.extendedCtcFr,
    hybrid: true,
    layers: 'xsd en16931 (xrechnung) pdf',
  },
];

describe('the layers of a document', () => {
  for (const { layers, ...subject } of ROWS) {
    const { route, syntax, customization } = subject;
    it(`are ${layers} on ${route} for ${syntax} ${customization?.split(/[:#]/).at(-1) ?? 'without BT-24'}`, () => {
      assert.equal(names(subject), layers);
    });
  }

  it('use the pack of the BT-24 of the document, or that of the route for an unknown one', () => {
    const packs = (customization: string, route: SubjectOfChecks['route']) =>
      selectLayers({ route, syntax: 'ubl-invoice', customization }).at(-1)?.customization;
    assert.equal(packs(BT24.xrechnungExtension, 'DE-XRECHNUNG'), BT24.xrechnungExtension);
    assert.equal(packs('urn:xoev-de:kosit:standard:xrechnung_2.1', 'DE-XRECHNUNG'), BT24.xrechnung);
    assert.equal(packs(BT24.peppolSelfBilling, 'PEPPOL'), BT24.peppolSelfBilling);
    assert.equal(packs('urn:other', 'PEPPOL'), BT24.peppol);
  });

  it('use the pack of a new BT-24 after its installation', () => {
    const customization = `${BT24.en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_4.0`;
    const asked = (known = OUR_BT24) =>
      selectLayers({ route: 'DE-XRECHNUNG', syntax: 'ubl-invoice', customization }, known).at(-1)
        ?.customization;
    assert.equal(asked(), BT24.xrechnung);
    assert.equal(asked(new Set([...OUR_BT24, customization])), customization);
  });

  it('recognise the identifiers of the packs, and no others', () => {
    assert.equal(isKnown(BT24.ciusRo, OUR_BT24), true);
    assert.equal(isKnown('urn:xoev-de:kosit:standard:xrechnung_2.1', OUR_BT24), false);
    assert.equal(isKnown(null, OUR_BT24), false);
  });
});

interface RecordedVerdict {
  readonly case: string;
  readonly syntax: Syntax;
  readonly customization: string | null;
  readonly xsd: string;
  readonly layers: readonly {
    readonly pack: string;
    readonly schematron: string;
    readonly binding?: boolean;
  }[];
}

/** The meaning of a suite, which its files do not state (README of the reference cases). */
const SUITES: Readonly<Record<string, Pick<SubjectOfChecks, 'route' | 'hybrid'>>> = {
  'xrechnung-unit': { route: 'DE-XRECHNUNG' },
  'xrechnung-testsuite': { route: 'DE-XRECHNUNG' },
  'peppol-unit-ubl': { route: 'PEPPOL' },
  'peppol-unit-cii': { route: 'PEPPOL' },
  'peppol-examples': { route: 'PEPPOL' },
  'peppol-snippets': { route: 'PEPPOL' },
  'cius-ro': { route: 'RO-EFACTURA' },
  'fr-ctc': { route: 'FR-PA' },
  facturx: { route: null, hybrid: true },
};

/** The entry files of the reference packs, by the layer and BT-24 of the table. */
function officialEntry(layer: string, customization: string | null): RegExp {
  if (layer === 'en16931') return /^en16931-1\.3\.16\/EN16931-(UBL|CII)/;
  if (layer === 'xrechnung') return /^xrechnung-3\.0\.2-sch-2\.5\.0\//;
  if (layer === 'peppol' && customization === BT24.peppolSelfBilling) return /-SB\.sch$/;
  if (layer === 'peppol') return /PEPPOL-EN16931-(UBL|CII)\.sch$/;
  if (layer === 'cius-ro') return /^cius-ro-1\.0\.9\//;
  if (layer === 'fr-ctc') return /BR-FR-Flux2/;
  if (layer === 'fr-extended') return /EXTENDED-CTC-FR-/;
  return new RegExp(`^facturx-1\\.09\\.2/${facturxFolder(customization)}/`);
}

function officialSchema(syntax: Syntax, customization: string | null): RegExp {
  if (syntax !== 'cii')
    return new RegExp(`^ubl-2\\.1/.*${syntax === 'ubl-invoice' ? 'Invoice' : 'CreditNote'}-2\\.1`);
  if (customization === null) return /^cii-d16b\//;
  if (customization === BT24.extendedCtcFr) return /D22B\.xsd$/;
  return new RegExp(`^facturx-1\\.09\\.2/${facturxFolder(customization)}/xsd/`);
}

const facturxFolder = (customization: string | null): string =>
  customization === BT24.en16931 ? 'en16931' : (customization?.split(':').at(-1) ?? 'none');

describeByReference('the layers of the reference verdicts', () => {
  it('are chosen for every verdict with a BT-24', () => {
    const file = path.join(REFERENCE_DATA, 'conformance/verdicts.jsonl');
    let held = 0;
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const verdict = JSON.parse(line) as RecordedVerdict;
      if (verdict.customization === null) continue;
      const suite = SUITES[verdict.case.split('/')[0]!] ?? { route: null };
      const [xsd, ...judging] = selectLayers({ ...verdict, ...suite });
      const rest = judging.filter(({ layer }) => layer !== 'pdf');
      assert.match(verdict.xsd, officialSchema(verdict.syntax, xsd!.customization), verdict.case);
      assert.equal(
        rest.length,
        verdict.layers.length,
        `${verdict.case}: ${rest.map((r) => r.layer).join(' ')}`,
      );
      rest.forEach((choice, i) => {
        const recorded = verdict.layers[i]!;
        const entry = `${recorded.pack}/${recorded.schematron}`;
        assert.match(entry, officialEntry(choice.layer, choice.customization), verdict.case);
        assert.equal(choice.advisory, recorded.binding === false, `${verdict.case}: ${choice.layer}`);
      });
      held += 1;
    }
    assert.ok(held > 1_000, `only ${held} verdicts have a BT-24`);
  });
});
