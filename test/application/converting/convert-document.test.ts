import assert from 'node:assert/strict';
import { SEVERAL_ORDERS, SUB_LINES } from '../../domain/extended-sample.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { all, germanInvoice, set, valueAt, without } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { parsed } from '../../domain/parsed.ts';
import { textOf } from '../../support/text-of.ts';
import { vatRr } from '../../support/vat-rr.ts';
import { english, withEnglish } from '../../support/words.ts';
import { converted, done, roundTrip } from './round-trip.ts';

const textOfFile = (file: { readonly bytes: Uint8Array } | undefined): string =>
  textOf({ bytes: file!.bytes });

const attached = set('attachments', [
  { id: 'A-1', description: 'Foto', filename: 'a.png', mime: 'image/png', content_base64: 'AAEC' },
])(germanInvoice());

describe('an invoice in the canonical form', () => {
  for (const to of ['ubl', 'cii', 'xrechnung-ubl', 'xrechnung-cii', 'facturx'] as const)
    it(`says the same after ${to}`, async () => {
      const generator = new InvoiceGenerator(59);
      for (let count = 0; count < (to === 'facturx' ? 1 : 5); count += 1) {
        const { differences, once, twice } = await roundTrip(generator.next(), to);
        assert.deepEqual(differences, []);
        assert.deepEqual(twice, once);
      }
    });

  it('has numbers, and texts for numbers that a double would change', async () => {
    const invoice = all(
      set('lines[0].quantity', '1234567890123.12345678'),
      set('lines[0].unit_price', '0.10'),
    )(germanInvoice());
    const { file } = await done(invoice, 'ubl');
    const { document } = await done(file!.bytes, 'canonical');
    const [line] = document!['lines'] as Record<string, unknown>[];
    assert.deepEqual([line!['quantity'], line!['unit_price']], ['1234567890123.12345678', 0.1]);
  });

  it('has attachments by reference, or inside', async () => {
    const { file } = await done(attached, 'ubl');
    const reference = await done(file!.bytes, 'canonical', 'reference');
    assert.deepEqual(reference.document!['attachments'], [{ id: 'A-1', description: 'Foto' }]);
    assert.deepEqual(
      reference.losses.filter(({ why }) => why === 'by-reference'),
      [{ why: 'by-reference', field: 'attachments[0].content_base64', term: 'BT-125', value: 'a.png' }],
    );
    const [{ sha256, ...rest } = { sha256: '' }] = reference.attachments;
    assert.equal(sha256, 'ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc');
    assert.deepEqual(rest, {
      field: 'attachments[0]',
      id: 'A-1',
      filename: 'a.png',
      mime: 'image/png',
      size: 3,
    });
    const inline = await done(file!.bytes, 'canonical', 'inline');
    assert.deepEqual(inline.document!['attachments'], attached['attachments']);
  });
});

describe('a file', () => {
  /** As UBL, with edits of its text. */
  const ubl = async (...edits: readonly (readonly [string | RegExp, string])[]): Promise<string> => {
    let text = textOfFile((await done(germanInvoice(), 'ubl')).file);
    for (const [from, to] of edits) {
      assert.notEqual(text.replace(from, to), text, String(from));
      text = text.replace(from, to);
    }
    return text;
  };

  it('loses nothing silently: a place without a term, a second value, a value of no type', async () => {
    const file = await ubl(
      ['<cbc:ID>R-1', '<cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:ID>R-1'],
      [
        '<cac:LegalMonetaryTotal>',
        '<cac:PrepaidPayment><cbc:ID schemeID="x">P-1</cbc:ID><cbc:PaidAmount currencyID="EUR">5</cbc:PaidAmount></cac:PrepaidPayment><cac:LegalMonetaryTotal>',
      ],
      [/<cbc:DueDate>[^<]*/, '<cbc:DueDate>soon'],
      ['<cbc:BuyerReference>', '<cbc:BuyerReference>second</cbc:BuyerReference><cbc:BuyerReference>'],
    );
    const { losses } = await done(file, 'canonical');
    assert.deepEqual(
      losses.map(({ why, path, term, value }) => [why, path ?? '', term ?? '', value]),
      [
        ['no-term', '/Invoice/cbc:UBLVersionID', '', '2.1'],
        ['unreadable', '/Invoice/cbc:DueDate', '', 'soon'],
        ['again', '/Invoice/cbc:BuyerReference[2]', '', '04011000-12345-03'],
        ['no-term', '/Invoice/cac:PrepaidPayment/cbc:ID', '', 'P-1'],
        ['no-term', '/Invoice/cac:PrepaidPayment/cbc:ID/@schemeID', '', 'x'],
        ['no-term', '/Invoice/cac:PrepaidPayment/cbc:PaidAmount', '', '5'],
        ['no-term', '/Invoice/cac:PrepaidPayment/cbc:PaidAmount/@currencyID', '', 'EUR'],
        ['no-member', '/Invoice/cbc:CustomizationID', 'BT-24', 'urn:cen.eu:en16931:2017'],
      ],
    );
  });

  it('has totals as stated and as computed', async () => {
    const file = await ubl([/(<cbc:PayableAmount[^>]*>)[^<]*/, '$123.81']);
    const { totals, differences } = await done(file, 'canonical');
    assert.deepEqual([totals.stated['due'], totals.computed?.['due']], ['23.81', '23.80']);
    assert.deepEqual(differences, [
      {
        term: 'BT-115',
        path: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
        stated: '23.81',
        value: '23.8',
      },
    ]);
  });

  it('keeps its amounts in another syntax', async () => {
    const file = await ubl([/(<cbc:PayableAmount[^>]*>)[^<]*/, '$123.81']);
    const cii = await done(file, 'cii');
    assert.match(textOfFile(cii.file), /<ram:DuePayableAmount>23\.81</);
    assert.deepEqual(cii.differences, []);
  });

  it('leaves out a code that the canonical form does not take', async () => {
    const file = await ubl([
      '<cac:ClassifiedTaxCategory>',
      '<cac:CommodityClassification><cbc:ItemClassificationCode listID="CVD">M2</cbc:ItemClassificationCode></cac:CommodityClassification><cac:ClassifiedTaxCategory>',
    ]);
    const { document, losses, findings } = await done(file, 'canonical');
    const [line] = document!['lines'] as Record<string, unknown>[];
    assert.deepEqual([line!['classification'], findings], [[], []]);
    assert.deepEqual(
      losses.flatMap(({ why, term, value }) => (why === 'not-taken' ? [[term, value]] : [])),
      [
        ['BT-158', 'M2'],
        ['BT-158-1', 'CVD'],
      ],
    );
  });

  it('keeps what an invoice needs, and says that it is refused', async () => {
    const file = await ubl(['>380<', '>751<']);
    const { document, findings, losses } = await done(file, 'canonical');
    assert.equal((document!['invoice'] as Record<string, unknown>)['type_code'], '751');
    assert.deepEqual(
      findings.map(({ field }) => field),
      ['invoice.type_code'],
    );
    // What is computed, too, since nothing was.
    assert.ok(losses.some(({ term, value }) => term === 'BT-131' && value === '20'));
    const other = await converted(file, 'cii');
    assert.equal(other.converted, false);
  });

  it('is told with an end of its lists and values', async () => {
    const many = '<cbc:UUID>x</cbc:UUID>'.repeat(1_500);
    const long = `<cbc:UBLVersionID>${'9'.repeat(10_000)}</cbc:UBLVersionID>`;
    const { losses, furtherLosses } = await done(
      await ubl(['<cbc:ID>R-1', `${long}${many}<cbc:ID>R-1`]),
      'canonical',
    );
    assert.equal(losses.length, 1_000);
    // The specification, and those that are past the end.
    assert.equal(furtherLosses, 502);
    assert.equal(losses[0]!.value.length, 501);
  });

  for (const [it_, bytes, code] of [
    ['that is no XML', 'no invoice', 'EI-XML-SYNTAX'],
    ['that declares entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'EI-XML-DTD'],
    ['that is no invoice', '<a/>', 'EI-XML-TYPE'],
    ['of a PDF without an invoice', '%PDF-1.7\n', 'EI-PDF-1'],
  ] as const)
    it(`${it_} is refused`, async () => {
      const conversion = await converted(bytes, 'canonical');
      assert.ok(!conversion.converted);
      assert.equal(conversion.findings[0].code, code);
    });
});

describe('a form that cannot state an invoice', () => {
  for (const to of ['canonical', 'ubl', 'cii', 'fa3'] as const)
    it(`is each one for an invoice VAT RR: ${to}`, async () => {
      const conversion = await converted(vatRr(), to);
      assert.ok(!conversion.converted);
      const [{ code, message }] = conversion.findings;
      assert.equal(code, 'EI-XML-TYPE');
      assert.match(english(message), /VAT RR \(FA_RR\) is not converted/);
    });

  it('refuses it, and names the members', async () => {
    const conversion = await converted(germanInvoice(), 'fa3');
    assert.ok(!conversion.converted);
    assert.ok(conversion.findings.some(({ field }) => field === 'lines[0].vat_rate'));
  });

  it('keeps a mark that is not set, although it would follow from the lines', async () => {
    const generator = new PolishGenerator(2026);
    let count = 0;
    for (let drawn = 0; drawn < 400 && count === 0; drawn += 1) {
      const invoice = generator.next();
      const lines = invoice['lines'] as { readonly pl?: { readonly annex_15?: boolean } }[];
      if (!lines.some(({ pl }) => pl?.annex_15) || valueAt(invoice, 'pl.split_payment') !== undefined)
        continue;
      const { file } = await done(set('pl.split_payment', false)(invoice), 'fa3');
      const { document } = await done(file!.bytes, 'canonical');
      assert.equal(valueAt(document!, 'pl.split_payment'), false);
      count += 1;
    }
    assert.equal(count, 1);
  });

  it('knows a classification again, in whatever order its values are read', async () => {
    const invoice = set('lines[0].classification', [{ code: '43211503', list: 'TST', version: '19' }])(
      new PolishGenerator(59).next(),
    );
    const { losses, differences } = await done(invoice, 'fa3');
    const told = [...losses, ...differences].filter(({ term }) => term?.startsWith('BT-158'));
    assert.deepEqual(told, []);
  });

  describe('beside its terms', () => {
    const invoice = all(
      set('lang', 'fr'),
      set('invoice.vat_currency', 'PLN'),
      set('invoice.vat_exchange_rate', 4.4081),
      set('seller.brand_color', '#1a2b3c'),
      set('seller.accent_color', '#aabbcc'),
      set('buyer.is_consumer', false),
      set('lines[0].item_kind', 'goods'),
      set('payment.paid_to', 'Brandt'),
    )(germanInvoice());
    const onPage = [
      'invoice.vat_exchange_rate 4.4081',
      'lang fr',
      'payment.paid_to Brandt',
      'seller.accent_color #aabbcc',
      'seller.brand_color #1a2b3c',
    ];
    const nowhere = ['buyer.is_consumer false', 'lines[0].item_kind goods'];
    const lost = async (...order: Parameters<typeof done>) =>
      (await done(...order)).losses
        .filter(({ term }) => term === undefined)
        .map(({ field, value }) => `${field} ${value}`)
        .sort();

    for (const to of ['ubl', 'cii', 'xrechnung-ubl'] as const)
      it(`loses nothing silently as ${to}`, async () => {
        assert.deepEqual(await lost(invoice, to), [...nowhere, ...onPage].sort());
      });

    it('keeps on the page of a hybrid PDF what the page shows', async () => {
      assert.deepEqual(await lost(invoice, 'facturx'), nowhere);
    });
  });

  it('leaves out marks, and lists them', async () => {
    const invoice = set('pl', { split_payment: true, place_of_issue: 'Gdynia' })(germanInvoice());
    const { losses } = await done(invoice, 'ubl');
    assert.deepEqual(
      withEnglish(losses).map(({ why, field, value }) => [why, field, value]),
      [
        ['not-taken', 'pl.split_payment', 'true'],
        ['no-member', 'pl', '{"place_of_issue":"Gdynia"}'],
      ],
    );
  });

  it('of a network that sets a process says so, and names no country that has no part in it', async () => {
    const { file } = await done(germanInvoice(), 'xrechnung-ubl');
    for (const to of ['canonical', 'cii', 'xrechnung-cii'] as const) {
      const { losses } = await done(file!.bytes, to);
      const [loss] = withEnglish(losses).filter(({ term }) => term === 'BT-23');
      assert.equal(loss?.why, 'not-taken', to);
      assert.match(String(loss.message), /^This process \(BT-23\) belongs to the network/, to);
    }
  });

  it('says what it derives', async () => {
    const { differences } = await done(without('payment.means_code')(germanInvoice()), 'canonical');
    assert.deepEqual(differences, []);
    const { file } = await done(germanInvoice(), 'ubl');
    const edited = textOfFile(file).replace(/<cac:PaymentMeans>[^]*<\/cac:PaymentMeans>/, '');
    assert.deepEqual(
      (await done(edited, 'xrechnung-ubl')).differences.map(({ term, stated }) => [term, stated]),
      [
        ['BT-24', 'urn:cen.eu:en16931:2017'],
        ['BT-23', undefined],
      ],
    );
  });
});

describe('a conversion of terms that only EXTENDED-CTC-FR has', () => {
  it('lists each of them as a loss', async () => {
    const { losses } = await done(SEVERAL_ORDERS, 'xrechnung-ubl');
    const lost = losses
      .filter(({ term }) => term?.startsWith('EXT-'))
      .map(({ term, field }) => `${term} ${field}`);
    assert.ok(lost.includes('EXT-FR-FE-135 lines[1].order_reference'), lost.join('\n'));
    assert.ok(lost.includes('EXT-FR-FE-154 lines[1].delivery.address.city'), lost.join('\n'));
  });

  // Annex A numbers further terms of a line's seller (165, 169 to 176); the published rules name no place for them.
  it('lists what the seller of a line has beyond the known terms', async () => {
    const seller = { name: 'Vendeur', vat_id: 'FR32123456789', country: 'FR' };
    const file = await DOCUMENTS.build(
      parsed(set('lines[0].seller', seller)(SEVERAL_ORDERS)),
      'FR-PA',
      'cii',
    );
    assert.ok(file.ok);
    const address =
      '<ram:PostcodeCode>75001</ram:PostcodeCode><ram:LineOne>rue 1</ram:LineOne><ram:CityName>Paris</ram:CityName>';
    const xml = textOf({ bytes: file.document.bytes }).replace(
      /(<ram:ItemSellerTradeParty>[^]*?)<ram:PostalTradeAddress>/,
      `$1<ram:DefinedTradeContact><ram:PersonName>P. Martin</ram:PersonName></ram:DefinedTradeContact><ram:PostalTradeAddress>${address}`,
    );
    for (const to of ['canonical', 'cii', 'xrechnung-cii'] as const) {
      const { losses } = await done(xml, to);
      const lost = losses.map(({ why, value }) => `${why} ${value}`);
      for (const value of ['P. Martin', '75001', 'rue 1', 'Paris'])
        assert.ok(lost.includes(`no-term ${value}`), `${to}: ${value}`);
    }
    const conversion = await converted(set('lines[0].seller.trade_name', 'V')(SEVERAL_ORDERS), 'cii');
    assert.ok(!conversion.converted);
    assert.equal(conversion.findings[0].field, 'lines[0].seller.trade_name');
  });

  it('lists a whole line that does not count, and keeps the amounts of the others', async () => {
    const file = await DOCUMENTS.build(parsed(SUB_LINES), 'FR-PA', 'ubl');
    assert.ok(file.ok);
    for (const source of [SUB_LINES, file.document.bytes]) {
      const { losses, file: plain } = await done(source, 'cii');
      const of = (line: number) =>
        losses
          .filter(({ field }) => field?.startsWith(`lines[${line}]`))
          .map(({ term, value }) => `${term} ${value}`);
      assert.deepEqual(of(0), ['BT-126 A', 'BT-153 Lot', 'BT-154 Lot de rentrée', 'EXT-FR-FE-163 GROUP']);
      assert.deepEqual(of(6), []);
      const { document, totals } = await done(plain!.bytes, 'canonical');
      assert.deepEqual(
        (document!['lines'] as { id: string }[]).map(({ id }) => id),
        ['C', 'D', 'E', 'G'],
      );
      assert.equal(totals.stated['lines'], '80.00');
    }
  });
});
