import assert from 'node:assert/strict';
import { FACTURX_LEVELS } from 'en16931-rules/vocabulary/facturx.ts';
import { set, valueAt } from '../../domain/sample.ts';
import { SUB_LINES } from '../../domain/extended-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, invoiceXml } from '../../support/pdf/invoice-xml.ts';
import { textOf } from '../../support/text-of.ts';
import { english } from '../../support/words.ts';
import { converted, done } from './round-trip.ts';

/** Levels whose invoices have no lines, so that they are no invoices of EN 16931. */
const WITHOUT_LINES = new Set(['MINIMUM', 'BASIC WL']);
const LINES = /<ram:IncludedSupplyChainTradeLineItem>[^]*<\/ram:IncludedSupplyChainTradeLineItem>\s*/;

const hybrid = (level: string, xml: string): Uint8Array =>
  hybridDraft({ xml, lines: HYBRID_LINES, level, relationship: 'Data' }).build();

const TARGETS = ['ubl', 'cii', 'facturx', 'xrechnung-ubl'] as const;

for (const { level, specifications } of FACTURX_LEVELS)
  for (const specification of specifications)
    describe(`a hybrid PDF of level ${level} (${specification})`, () => {
      const xml = invoiceXml({ specification });
      const pdf = hybrid(level, WITHOUT_LINES.has(level) ? xml.replace(LINES, '') : xml);

      it('is read as data: what the canonical form does not hold is a loss, or a finding', async () => {
        const { document, findings, losses, totals } = await done(pdf, 'canonical');
        assert.equal(valueAt(document!, 'invoice.number'), 'R-2026-17');
        assert.equal(totals.stated['due'], '119.00');
        const lost = losses.map(({ term }) => term);
        if (WITHOUT_LINES.has(level)) {
          assert.deepEqual(
            findings.map(
              ({ field, message, fixHint }) => `${field}: ${english(message)} ${english(fixHint!)}`,
            ),
            [
              `lines: lines must have at least one entry. A file of level ${level} has no lines, so it cannot go on as an invoice. ` +
                'Read its page and its totals, or ask the seller for level BASIC, EN 16931 or EXTENDED.',
            ],
          );
          const sums = ['BT-106', 'BT-109', 'BT-110', 'BT-112', 'BT-115'];
          assert.deepEqual(lost, ['BT-24', ...sums, 'BT-116', 'BT-117', 'BT-118', 'BT-119']);
        } else assert.deepEqual([findings, lost], [[], ['BT-24']]);
      });

      it('is a page, whatever it lacks', async () => {
        const { file } = await done(pdf, 'view');
        assert.equal(textOf({ bytes: file!.bytes.subarray(0, 5) }), '%PDF-');
      });

      for (const to of TARGETS)
        it(`${WITHOUT_LINES.has(level) ? 'is refused with its reason' : 'loses nothing'} as ${to}`, async () => {
          const conversion = await converted(pdf, to);
          if (!conversion.converted)
            assert.deepEqual(
              [WITHOUT_LINES.has(level), conversion.findings.map(({ field }) => field)],
              [true, ['lines']],
            );
          else assert.deepEqual([WITHOUT_LINES.has(level), conversion.losses], [false, []]);
        });
    });

describe('a hybrid PDF of level EXTENDED', () => {
  const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended';
  const ofLevel = (xml: string) => xml.replace(/(GuidelineSpecified[^]*?<ram:ID>)[^<]*/, `$1${EXTENDED}`);

  it('has its groups of lines as data, and each amount once', async () => {
    const built = await DOCUMENTS.build(parsed(SUB_LINES), 'FR-PA', 'cii');
    assert.ok(built.ok);
    const pdf = hybrid('EXTENDED', ofLevel(textOf(built.document)));
    const { document, findings, differences, totals } = await done(pdf, 'canonical');
    assert.deepEqual([findings, differences], [[], []]);
    assert.deepEqual(
      (document!['lines'] as { id: string; line_type?: string }[]).map(
        ({ id, line_type }) => `${id} ${line_type}`,
      ),
      ['A GROUP', 'B GROUP', 'C DETAIL', 'D DETAIL', 'E DETAIL', 'F INFORMATION', 'G undefined'],
    );
    assert.equal(totals.computed?.['lines'], totals.stated['lines']);
  });

  it('lists what only that level has: a fee of logistics, and the ultimate receiver', async () => {
    const built = await DOCUMENTS.build(
      parsed(set('lines', [(SUB_LINES['lines'] as object[])[6]])(SUB_LINES)),
      'FR-PA',
      'cii',
    );
    assert.ok(built.ok);
    const receiver =
      '<ram:UltimateShipToTradeParty><ram:Name>Endkunde</ram:Name></ram:UltimateShipToTradeParty>';
    const xml = ofLevel(textOf(built.document)).replace(
      /<ram:ApplicableHeaderTradeDelivery\/>|<ram:ApplicableHeaderTradeDelivery>/,
      (open) =>
        open.endsWith('/>')
          ? `<ram:ApplicableHeaderTradeDelivery>${receiver}</ram:ApplicableHeaderTradeDelivery>`
          : `${open}${receiver}`,
    );
    for (const to of ['canonical', 'ubl', 'facturx'] as const) {
      const { losses } = await done(hybrid('EXTENDED', xml), to);
      assert.deepEqual(
        losses.filter(({ why }) => why === 'no-term').map(({ value }) => value),
        ['Endkunde'],
      );
    }
  });
});
