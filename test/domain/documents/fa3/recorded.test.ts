import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import { NOT_HELD } from '../../../../scripts/docs/fa3-page.ts';
import { fa3Schema } from '../../../support/official-schemas.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { xmlRoot } from '../../../support/xml-root.ts';

const FOLDERS = [
  'conformance/cases/fa3-official',
  'conformance/cases/fa3-community',
  'routes/data/fa3-examples',
];

/** Fills the template of the ministry's client. */
const filledIn = (text: string): string =>
  text
    .replaceAll('#nip#', '5260250274')
    .replaceAll(/#\w+#/g, 'X1')
    .replace(/^\ufeff/, '');

/** P_13, P_14 and P_15, as numbers. */
const sumsOf = (text: string): string[] =>
  [...text.matchAll(/<(P_1[34]_\w+|P_15)>([^<]*)</g)].map(
    ([, name = '', value = '']) => `${name} ${new Decimal(value).toFixed()}`,
  );

describeByReference('valid FA(3) documents of others', () => {
  let schema: XsdSchema;
  before(() => (schema = fa3Schema()));
  after(() => schema.dispose());

  const isValid = (text: string): boolean => {
    const run = schema.check(new TextEncoder().encode(text));
    return run.kind === 'verdict' && run.findings.length === 0;
  };

  it('stay valid with the same sums if they are written again; the exceptions of the model are listed', () => {
    const notHeld = new Set<string>();
    let count = 0;
    for (const folder of FOLDERS)
      for (const name of readdirSync(join(REFERENCE_DATA, folder))) {
        const text = filledIn(readFileSync(join(REFERENCE_DATA, folder, name), 'utf8'));
        if (!isValid(text)) continue;
        count += 1;
        const reading = readFa3(xmlRoot(text));
        for (const { path } of reading.extensions) notHeld.add(path.replace('/Faktura/', ''));
        // A valid document has all members that the model requires.
        const written = fa3Xml(fa3Elements(reading.invoice as CompleteInvoice));
        assert.ok(isValid(written), `${name}: ${written}`);
        assert.deepEqual(sumsOf(written), sumsOf(text), name);
        const again = readFa3(xmlRoot(written));
        assert.deepEqual(again.extensions, [], name);
        assert.equal(fa3Xml(fa3Elements(again.invoice as CompleteInvoice)), written, name);
      }
    assert.deepEqual([...notHeld].sort(), Object.keys(NOT_HELD).sort());
    assert.ok(count >= 34, `${count} were valid`);
  });
});

describeByReference('an example of the ministry', () => {
  const read = (name: string) =>
    readFa3(xmlRoot(readFileSync(join(REFERENCE_DATA, 'conformance/cases/fa3-official', name), 'utf8')))
      .invoice;

  it('is read with number, date, parties and amounts', () => {
    const { number, issueDate, typeCode, currency, seller, buyer, totals, lines } =
      read('FA_3_Przyklad_1.xml');
    assert.deepEqual(
      {
        number,
        issueDate,
        typeCode,
        currency,
        seller: [seller?.vatId, seller?.name, seller?.address?.country],
        buyer: [buyer?.vatId, buyer?.name],
        totals: [totals?.withoutVat, totals?.vat, totals?.withVat].map((amount) => amount?.toFixed(2)),
        lines: lines?.map((line) => `${line?.quantity?.toFixed()} ${line?.unit} ${line?.vatRate?.toFixed()}`),
      },
      {
        number: 'FV2026/02/150',
        issueDate: '2026-02-15',
        typeCode: '380',
        currency: 'PLN',
        seller: ['PL9999999999', 'ABC AGD sp. z o. o.', 'PL'],
        buyer: ['PL1111111111', 'F.H.U. Jan Kowalski'],
        totals: ['1667.61', '383.38', '2051.00'],
        lines: ['1 C62 23', '1 C62 23', '1 C62 5'],
      },
    );
  });
});
