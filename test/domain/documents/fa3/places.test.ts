import assert from 'node:assert/strict';
import { DOCUMENTS } from '../../../support/documents.ts';
import { fa3Schema } from '../../../support/official-schemas.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set } from '../../sample.ts';
import { documentOf } from './built.ts';

const OF_EVERYTHING = all(
  set('invoice.type_code', 384),
  set('preceding_invoices', [
    { number: 'A', issue_date: '2026-09-01' },
    { number: 'B', issue_date: '2026-09-02', route_number: '5265877635-20250916-0200A0D6723E-C2' },
  ]),
  set('lines[0].charges', [{ amount: 1, reason: 'x' }]),
  set('lines[1].note', 'y'),
  set('allowances', [{ amount: 1, reason: 'z', vat_category: 'S', vat_rate: 23 }]),
  set('payment.accounts', [{ iban: 'AT611904300234573201' }]),
  set('seller.tax_number', '123'),
  set('invoice.notes', ['n']),
);

describe('a path in an FA(3) document', () => {
  const ROWS: [xpath: string, field: string | undefined][] = [
    ['/Faktura/Podmiot1[1]/DaneIdentyfikacyjne/NIP', 'seller.vat_id'],
    ['/Faktura/Podmiot2/DaneIdentyfikacyjne/NIP', 'buyer.vat_id'],
    ['/Faktura/Podmiot2/Adres/AdresL2', 'buyer.address.city'],
    ['/Faktura/Fa/P_1', 'invoice.issue_date'],
    ['/Faktura/Fa/P_2', 'invoice.number'],
    ['/Faktura/Fa/DaneFaKorygowanej[2]', 'preceding_invoices[1].issue_date'],
    ['/Faktura/Fa/DaneFaKorygowanej[2]/NrKSeFFaKorygowanej', 'preceding_invoices[1].route_number'],
    ['/Faktura/Fa/FaWiersz[1]/P_7', 'lines[0].name'],
    ['/Faktura/Fa/FaWiersz[2]/P_11', 'lines[0].charges[0].amount'],
    ['/Faktura/Fa/FaWiersz[3]/P_8B', 'lines[1].quantity'],
    ['/Faktura/Fa/FaWiersz[3]/P_11', 'lines[1]'],
    ['/Faktura/Fa/FaWiersz[4]/P_7', 'allowances[0].reason'],
    ['/Faktura/Fa/DodatkowyOpis[1]/Wartosc', 'seller.tax_number'],
    ['/Faktura/Fa/DodatkowyOpis[3]/Wartosc', 'lines[1].note'],
    ['/Faktura/Fa/Platnosc/RachunekBankowy[2]/NrRB', 'payment.accounts[0].iban'],
    ['/Faktura/Stopka/Informacje/StopkaFaktury', 'invoice.notes[0]'],
    ['/Faktura/Fa/Adnotacje/P_16', undefined],
    ['/Faktura/Fa/FaWiersz[9]', undefined],
    ['/Faktur', undefined],
  ];
  for (const [xpath, field] of ROWS)
    it(`belongs to ${field ?? 'no member'}: ${xpath}`, () => {
      const invoice = parsed(OF_EVERYTHING(polishInvoice()));
      const [place] = DOCUMENTS.places(invoice, 'PL-KSEF', 'fa3', [{ xpath }]);
      assert.equal(place?.field, field);
    });
});

describeByReference('a finding of the schema in an FA(3) document', () => {
  const ROWS: [name: string, damage: [from: RegExp, to: string], field: string | undefined][] = [
    ['a line', [/<P_8B>1.5</, '<P_8B>x<'], 'lines[1].quantity'],
    ['the seller', [/<NIP>5260250274</, '<NIP>0<'], 'seller.vat_id'],
    ['the day of issue', [/<P_1>[^<]*/, '<P_1>never'], 'invoice.issue_date'],
    ['the account', [/<NrRB>[^<]*/, '<NrRB>1'], 'payment.iban'],
  ];
  for (const [name, [from, to], field] of ROWS)
    it(`is about the caller's member: ${name}`, async () => {
      const canonical = polishInvoice();
      const damaged = textOf(await documentOf(canonical)).replace(from, to);
      const schema = fa3Schema();
      const run = schema.check(new TextEncoder().encode(damaged));
      schema.dispose();
      assert.ok(run.kind === 'verdict' && run.findings[0]?.location);
      const { xpath } = run.findings[0].location;
      assert.equal(
        DOCUMENTS.places(parsed(canonical), 'PL-KSEF', 'fa3', [{ xpath }])[0]?.field,
        field,
        xpath,
      );
    });
});
