import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { levelOf } from 'en16931-rules/vocabulary/facturx.ts';
import {
  builtInFacturx,
  builtInFlags,
  FACTURX_LEVEL_PACKS,
  type FacturxPack,
  firedBy,
  publishedFacturx,
  publishedFlags,
} from '../support/facturx-packs.ts';
import { invoiceXml } from '../support/pdf/invoice-xml.ts';
import { describeByReference, REFERENCE_DATA } from '../support/reference-data.ts';

interface Recorded {
  readonly case: string;
  readonly xsd_valid: boolean;
  readonly layers: readonly {
    readonly schematron: string;
    readonly fired?: Readonly<Record<string, unknown>>;
  }[];
}

const BASIC = 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic';
const plain = invoiceXml();
const change = (from: string, to: string, xml = plain): string => {
  assert.ok(xml.includes(from), from);
  return xml.replace(from, to);
};

const SETTLEMENT = '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>';
const TRANSFER = `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02100500000024290661</ram:IBANID><ram:ProprietaryID>24290661</ram:ProprietaryID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>`;

/** A document for each kind of rule. */
const ROWS: readonly (readonly [it: string, level: FacturxPack, xml: string, finds: string])[] = [
  ['accepts an invoice of its level', 'en16931', plain, ''],
  [
    'accepts BASIC under its German name',
    'basic',
    invoiceXml({ specification: BASIC.replace('factur-x.eu:1', 'zugferd.de:2') }),
    '',
  ],
  ['counts elements', 'en16931', change('<ram:TypeCode>380</ram:TypeCode>', ''), 'FX-SCH-A-000020'],
  ['requires attributes', 'en16931', change(' format="102"', ''), 'FX-SCH-A-000021'],
  ['knows codes', 'en16931', change('>380<', '>999<'), 'FX-SCH-A-000555'],
  ['knows currencies that Peppol lacks in CII', 'en16931', plain.replaceAll('EUR', 'CNH'), ''],
  ['has the rules of EN 16931', 'basic', invoiceXml({ specification: BASIC, total: '120.00' }), 'BR-CO-15'],
  [
    'warns of empty elements',
    'en16931',
    change('<ram:Name>Paper<', '<ram:Description/><ram:Name>Paper<'),
    'PEPPOL-EN16931-R008',
  ],
  [
    'refuses elements that the level does not have',
    'basic',
    change(
      '<ram:TypeCode>VAT</ram:TypeCode>',
      '<ram:CalculatedAmount>1</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>',
      invoiceXml({ specification: BASIC }),
    ),
    'EI-FX-ELEMENT',
  ],
  [
    'refuses attributes that the level does not have',
    'en16931',
    change('<ram:LineID>', '<ram:LineID schemeID="x">'),
    'EI-FX-ATTRIBUTE',
  ],
  [
    'refuses an account with an IBAN and another number',
    'en16931',
    change(SETTLEMENT, `${SETTLEMENT}${TRANSFER}`),
    'CII-SR-470',
  ],
  [
    'accepts a payee with the name of the seller',
    'en16931',
    change(
      SETTLEMENT,
      `${SETTLEMENT}<ram:PayeeTradeParty><ram:Name>Seller GmbH</ram:Name></ram:PayeeTradeParty>`,
    ),
    '',
  ],
  ['accepts blanks as the name of the seller', 'en16931', change('>Seller GmbH<', '> <'), ''],
  [
    'refuses the type of a tax that is not VAT',
    'en16931',
    change('</ram:CalculatedAmount><ram:TypeCode>VAT<', '</ram:CalculatedAmount><ram:TypeCode>GST<'),
    'FX-SCH-A-000592',
  ],
  [
    'refuses the VAT of a zero-rated breakdown whose base is a unit above its lines',
    'basic',
    change(
      '<ram:CategoryCode>S</ram:CategoryCode>',
      '<ram:CategoryCode>Z</ram:CategoryCode>',
      change('<ram:BasisAmount>100.00<', '<ram:BasisAmount>101.00<', invoiceXml({ specification: BASIC })),
    ).replace(/(101.00<.ram:BasisAmount><ram:CategoryCode>)S/, '$1Z'),
    'BR-Z-09',
  ],
];

describe('the rules of a level of Factur-X', () => {
  for (const [it_, level, xml, finds] of ROWS)
    it(`${it_} (${level})`, async () => {
      const run = await (await builtInFacturx(level))(xml);
      const fired = firedBy(run).filter((id) => finds === id || id !== 'PEPPOL-EN16931-R008');
      assert.ok(
        finds === '' ? fired.length === 0 : fired.includes(finds),
        `${fired.join(' ')} in place of ${finds}`,
      );
    });
});

const NAMED_TWICE = `<ram:DefinedTradeContact><ram:PersonName>Ada</ram:PersonName><ram:DepartmentName>Sales</ram:DepartmentName></ram:DefinedTradeContact><ram:PostalTradeAddress>`;

describe('a contact with the name of a person and of a department', () => {
  for (const [party, id] of [
    ['SellerTradeParty', 'CII-SR-465'],
    ['BuyerTradeParty', 'CII-SR-466'],
  ] as const)
    for (const level of ['basic', 'en16931'] as const)
      it(`is refused by Factur-X; EN 16931 only warns (${id}, ${level})`, async () => {
        const xml = invoiceXml({ ...(level === 'basic' && { specification: BASIC }) });
        const at = xml.indexOf('<ram:PostalTradeAddress>', xml.indexOf(`<ram:${party}>`));
        const named = xml.slice(0, at) + xml.slice(at).replace('<ram:PostalTradeAddress>', NAMED_TWICE);
        const run = await (await builtInFacturx(level))(named);
        assert.ok(run.kind === 'verdict');
        assert.deepEqual(
          run.fired.filter((fired) => fired.id === id).map(({ flag }) => flag),
          ['fatal'],
        );
      });
});

describeByReference('the rules of the levels of Factur-X', () => {
  for (const level of Object.keys(FACTURX_LEVEL_PACKS) as FacturxPack[])
    it(`give each rule the severity of the published one (${level})`, () => {
      const published = publishedFlags(level);
      const builtIn = builtInFlags(level);
      const shared = [...builtIn.keys()].filter((id) => published.has(id));
      const weighed = (flags: ReadonlyMap<string, string>) => shared.map((id) => `${id} ${flags.get(id)}`);
      assert.deepEqual(weighed(builtIn), weighed(published));
      assert.ok(shared.length > 50);
    });

  it('have the same findings on each of these documents as the published ones', async () => {
    for (const [it_, level, xml] of ROWS)
      assert.deepEqual(
        firedBy(await (await builtInFacturx(level))(xml)),
        firedBy(await (await publishedFacturx(level))(xml)),
        it_,
      );
  });

  it('have the same findings on every recorded invoice as the published ones', async () => {
    const rows = readFileSync(join(REFERENCE_DATA, 'conformance/verdicts.jsonl'), 'utf8').trim().split('\n');
    let held = 0;
    for (const row of rows) {
      const recorded = JSON.parse(row) as Recorded;
      const layer = recorded.layers.find(({ schematron }) => schematron.includes('FACTUR-X_'));
      const level = layer?.schematron.split('/')[0] as FacturxPack;
      if (!layer?.fired || !(level in FACTURX_LEVEL_PACKS)) continue;
      const xml = readFileSync(join(REFERENCE_DATA, 'conformance/cases', recorded.case));
      const published = Object.keys(layer.fired).map((id) =>
        id.startsWith('text:Element') ? 'EI-FX-ELEMENT' : id.startsWith('text:') ? 'EI-FX-ATTRIBUTE' : id,
      );
      const fired = firedBy(await (await builtInFacturx(level))(xml));
      assert.deepEqual(fired, [...new Set(published)].toSorted(), recorded.case);
      held += 1;
    }
    assert.ok(held > 25, `only ${held}`);
  });

  it('report a missing delivery date as the published ones do', async () => {
    const dated = plain.replace(
      '<ram:ApplicableHeaderTradeDelivery/>',
      '<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20261005</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>',
    );
    for (const judge of [await builtInFacturx('en16931'), await publishedFacturx('en16931')]) {
      assert.deepEqual(firedBy(await judge(plain)), ['PEPPOL-EN16931-R008']);
      assert.deepEqual(firedBy(await judge(dated)), []);
    }
  });

  it('have a level for every name', () => {
    assert.equal(levelOf(BASIC)?.level, 'BASIC');
    assert.equal(levelOf('urn:zugferd.de:2p0:minimum')?.level, 'MINIMUM');
    assert.equal(levelOf('urn:other'), undefined);
  });
});
