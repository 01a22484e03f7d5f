import assert from 'node:assert/strict';
import { printing } from '../../../src/adapters/pdf/print.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { ViewOrder } from '../../../src/ports/printer.ts';
import { readSyntaxes } from '../../../src/processes/read-syntaxes.ts';
import { polishInvoice } from '../../domain/polish-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import { all, germanInvoice, set, type Json } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';

const print = printing(readSyntaxes());

/** The texts of a page, with plain blanks. */
async function textsOf(source: ViewOrder['source']): Promise<readonly string[]> {
  const order = { source, besides: {} };
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value.replaceAll(/[\u00a0\u202f]/g, ' '));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(JSON.parse(new TextDecoder().decode(await print({ task: 'page', order }))));
  return texts;
}

/** The page of an invoice before its document is built, and that of the built document, which a receiver sees. */
async function pagesOf(document: Json, route: Route = 'PL-KSEF', format: Format = 'fa3') {
  const json = new TextEncoder().encode(JSON.stringify(document));
  const built = await DOCUMENTS.build(parsed(document), route, format);
  assert.ok(built.ok, JSON.stringify(built));
  return {
    built: await textsOf({ form: 'canonical', bytes: json, route, format }),
    finished: await textsOf({ form: 'xml', bytes: built.document.bytes }),
  };
}

/** The text behind a label. */
const behind = (texts: readonly string[], label: string): string | undefined =>
  texts[texts.indexOf(label) + 1];

const line = (quantity: number, more: Json = {}): Json => ({
  ...{ name: 'Wiertarka', quantity, unit: 'C62', unit_price: '10.00', vat_category: 'S', vat_rate: 23 },
  ...more,
});
const REASON = 'zwrot towaru';
const BEFORE = { name: 'Bałtyk Budowa Sp. z o.o.', vat_id: 'PL5842751979' };
const correction = (typeCode: number, lines: readonly Json[]): Json =>
  all(
    set('invoice.type_code', typeCode),
    set('lines', lines),
    set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
    set('correction', {
      reason: REASON,
      effect: 'original_date',
      buyers_before: [
        { ...BEFORE, address: { street: 'ul. Stara 1', city: 'Gdańsk', postcode: '80-001', country: 'PL' } },
      ],
    }),
  )(polishInvoice());

describe('the page of a Polish correction', () => {
  const lowering = correction(381, [line(2, { before_correction: true }), line(1)]);
  const raising = correction(384, [line(1, { before_correction: true }), line(2)]);

  it('has the signs of its document if it lowers, and says what the buyer gets back', async () => {
    for (const [view, texts] of Object.entries(await pagesOf(lowering))) {
      assert.equal(behind(texts, 'Razem brutto'), '-12,30 PLN', view);
      assert.equal(behind(texts, 'Do zwrotu'), '12,30 PLN', view);
      assert.ok(!texts.includes('Do zapłaty'), view);
    }
  });

  it('says what the buyer has to pay if it raises', async () => {
    for (const [view, texts] of Object.entries(await pagesOf(raising))) {
      assert.equal(behind(texts, 'Razem brutto'), '12,30 PLN', view);
      assert.equal(behind(texts, 'Do zapłaty'), '12,30 PLN', view);
      assert.ok(!texts.includes('Do zwrotu'), view);
    }
  });

  it('has negative quantities and amounts if its lines are differences', async () => {
    for (const [view, texts] of Object.entries(await pagesOf(correction(381, [line(2)])))) {
      for (const shown of ['-2 jednostki', '-20,00', '-24,60 PLN'])
        assert.ok(texts.includes(shown), `${view} ${shown}`);
      assert.equal(behind(texts, 'Do zwrotu'), '24,60 PLN', view);
    }
  });

  it('names reason, effect, the corrected invoice and the parties before', async () => {
    for (const [view, texts] of Object.entries(await pagesOf(lowering))) {
      assert.equal(behind(texts, 'Przyczyna korekty'), REASON, view);
      assert.equal(behind(texts, 'Skutek korekty'), 'w dacie faktury korygowanej', view);
      assert.match(behind(texts, 'Dotyczy faktury') ?? '', /^FV\/1/, view);
      assert.equal(behind(texts, 'Nabywca przed korektą'), BEFORE.name, view);
      assert.ok(texts.includes('ul. Stara 1'), view);
    }
  });
});

describe('the page of a credit note', () => {
  for (const [lang, label] of Object.entries({
    de: 'Gutzuschreiben',
    en: 'To be credited',
    fr: 'Net à créditer',
    pl: 'Do zwrotu',
    ro: 'De creditat',
  }))
    it(`says what is to be credited, not what is to be paid: ${lang}`, async () => {
      const credit = all(set('invoice.type_code', 381), set('lang', lang))(germanInvoice());
      const bytes = new TextEncoder().encode(JSON.stringify(credit));
      const texts = await textsOf({ form: 'canonical', bytes, route: 'PEPPOL', format: 'ubl' });
      assert.match(behind(texts, label) ?? '', /^\d/);
      assert.ok(
        !['Zu zahlen', 'Amount due', 'Net à payer', 'Do zapłaty', 'De plată'].some((due) =>
          texts.includes(due),
        ),
      );
    });
});
