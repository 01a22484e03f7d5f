import assert from 'node:assert/strict';
import type { CompleteInvoice } from '../../../src/domain/invoice/en16931.ts';
import { TERMS, type Term, type TermId, type TermKind } from '../../../src/domain/invoice/terms.ts';
import { pageWithTerms } from '../../../src/domain/page/invoice-page.ts';
import { mapTexts, type TextPart } from '../../../src/domain/page/page-text.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { FULL_INVOICE, pdfOf } from './sample-pages.ts';
import { textOf, unspaced } from '../../support/pdf/read-pdf.ts';

/** A value that is unique on the page, and its German form. */
interface Sample {
  readonly value: string | Decimal;
  readonly shown: string;
}

const dated = (n: number): Sample => {
  const iso = new Date(Date.UTC(2031, 0, n)).toISOString().slice(0, 10);
  return { value: iso, shown: iso.split('-').reverse().join('.') };
};
const counted = (n: number, decimals: string): Sample => ({
  value: new Decimal(`${3000 + n}.${decimals}`),
  shown: `3.${String(n).padStart(3, '0')},${decimals}`,
});

const VALUES: Readonly<Record<TermKind, (n: number) => Sample>> = {
  text: (n) => ({ value: `Łódź-Ținut-${n}-ß`, shown: `Łódź-Ținut-${n}-ß` }),
  identifier: (n) => ({ value: `ID.${n}.Q`, shown: `ID.${n}.Q` }),
  // No page has a text for this code, so the code itself is shown.
  code: (n) => ({ value: `Q${n}X`, shown: `Q${n}X` }),
  date: dated,
  // The page shows the size of the attachment, not its content.
  binary: (n) => ({ value: Buffer.alloc(1000 + n).toString('base64'), shown: `${1000 + n} Bytes` }),
  amount: (n) => counted(n, '17'),
  'vat-amount': (n) => counted(n, '17'),
  'unit-price': (n) => counted(n, '1357'),
  quantity: (n) => counted(n, '135'),
  percent: (n) => counted(n, '13'),
};

type Node = Record<string, unknown>;

/** Sets the value at a path; every list has one entry, which is created if it is missing. */
function put(into: Node, [name = '', ...rest]: readonly string[], value: unknown): void {
  const isList = name.endsWith('[]');
  const key = name.replace('[]', '');
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const next: unknown = isList ? [(into[key] as Node[] | undefined)?.[0] ?? {}] : (into[key] ?? {});
  into[key] = next;
  put((isList ? (next as Node[])[0] : next) as Node, rest, value);
}

const SAMPLES = new Map(
  Object.entries(TERMS).map(([id, { kind }], at) => [id as TermId, VALUES[kind](at + 1)] as const),
);

function withSamples(): CompleteInvoice {
  const invoice = copied(FULL_INVOICE) as Node;
  for (const [id, { path }] of Object.entries(TERMS) as [TermId, Term][])
    put(invoice, path.split('.'), SAMPLES.get(id)!.value);
  return invoice as unknown as CompleteInvoice;
}

const copied = (value: unknown): unknown => {
  if (value instanceof Decimal || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]));
};

const read = async (invoice: CompleteInvoice): Promise<string> =>
  unspaced((await textOf(await pdfOf(invoice, { lang: 'de', paidTo: 'Konto von Brandt' }))).join(' '));

describe('the page of an invoice with its terms', () => {
  const parts: TextPart[] = [];
  mapTexts(pageWithTerms(withSamples(), { lang: 'de' }), (text) => parts.push(...text.parts));

  for (const [id, { shown }] of SAMPLES)
    it(`names ${id} where it shows it`, () => {
      const part = parts.find(
        ({ text, terms }) => terms.includes(id) && unspaced(text).includes(unspaced(shown)),
      );
      assert.ok(part ?? isInLabel(id), `${shown} is not in a text of ${id}`);
      const depth = TERMS[id].path.split('[]').length - 1;
      assert.equal(parts.find(({ terms }) => terms.includes(id))?.entry.length, depth);
    });
});

/** The page has these values as the label of another, and their terms with that one. */
const isInLabel = (id: TermId): boolean => ['BT-21', 'BT-160'].includes(id);

describe('the page of an invoice', () => {
  let textBefore = '';
  let textAfter = '';

  before(async () => {
    textBefore = await read(FULL_INVOICE);
    textAfter = await read(withSamples());
  });

  for (const [id, { shown }] of SAMPLES)
    it(`shows ${id}: ${TERMS[id].path}`, () => {
      assert.ok(!textBefore.includes(unspaced(shown)), 'the page has it without this value');
      assert.ok(textAfter.includes(unspaced(shown)), `${shown} is not on the page`);
    });

  it('shows values that are not terms: register, directors, rate, day of the prepayment, the route\u2019s number, the payee of the account', async () => {
    const extensions = {
      register: 'Amtsgericht Fulda',
      managingDirectors: 'Frau Sommer',
      buyerTaxNumber: '99/815',
      prepaidDate: '2031-12-24',
      vatExchangeRate: new Decimal('4.2513'),
      precedingRouteNumbers: ['9999999999-20310101-AAAAAA-BB'],
      poland: {
        splitPayment: true,
        cashAccounting: true,
        reverseCharge: true,
        triangularSimplification: true,
        oneStopShop: true,
        relatedParties: true,
        tillReceipt: true,
        placeOfIssue: 'Toruń',
        exciseRefund: true,
        exportDocument: true,
        sellerEori: 'PL526025027400000',
        buyerEori: 'DE1234567',
        sellerStatus: 'liquidation' as const,
        paymentLink: 'https://pay.example/x?IPKSeF=0011a2B3c4D5e',
        paymentId: '0011a2B3c4D5e',
        attachmentBlocks: [
          {
            heading: 'Zählerstände',
            data: [{ key: 'PPE', value: '5900-77' }],
            paragraphs: ['Ablesung im Keller'],
            tables: [
              {
                description: 'Verbrauch',
                columns: [
                  { title: 'Tag', type: 'date' as const },
                  { title: 'kWh', type: 'dec' as const },
                ],
                rows: [{ cells: ['2031-01-31', '417.5'] }],
                totals: ['', '418.5'],
              },
              {
                columns: Array.from({ length: 20 }, (_, n) => ({ title: `K${n}`, type: 'txt' as const })),
                rows: [{ cells: Array.from({ length: 20 }, (_, n) => `Z${n}`) }],
              },
            ],
          },
        ],
      },
      lines: [
        {
          poland: {
            annex_15: true,
            gtu: 'GTU_07',
            procedure: 'B_SPV',
            pkwiu: '62.01',
            cn: '84670000',
            pkob: '1121',
            newTransport: [
              {
                ...{
                  kind: 'land_vehicle' as const,
                  firstUsed: '2031-12-25',
                  usage: '12 km',
                  make: 'Volvo',
                  model: 'XC60',
                },
                ...{
                  colour: 'schwarz',
                  registration: 'GD 12345',
                  year: '2031',
                  number: 'YV1DZ82',
                  type: 'U',
                },
              },
              { kind: 'vessel' as const, firstUsed: '2031-12-26', usage: '3 Std.', number: 'GDY-1' },
            ],
          },
        },
      ],
    };
    const text = await read({ ...FULL_INVOICE, extensions });
    for (const shown of [
      ...[
        extensions.register,
        extensions.managingDirectors,
        extensions.buyerTaxNumber,
        '24.12.2031',
        '4,2513',
      ],
      ...[extensions.precedingRouteNumbers[0]!, 'Konto von Brandt'],
      ...['Split-Payment: ja', 'Ist-Versteuerung: ja', 'Steuerschuldnerschaft des Leistungsempfängers: ja'],
      ...['Dreiecksgeschäft: ja', 'Verbundene Unternehmen: ja', 'Zu einem Kassenbeleg: ja', 'Toruń'],
      ...['Verbrauchsteuer auf Dieselkraftstoff: ja', 'Ausfuhrdokument', 'EORI: DE1234567'],
      ...['EORI: PL526025027400000', 'Status: in Liquidation', 'IPKSeF=0011a2B3c4D5e'],
      ...['Zahlungskennung (IPKSeF)', 'Volvo XC60 U schwarz 2031', 'GD 12345', 'VIN: YV1DZ82'],
      ...['25.12.2031', 'Kilometerstand: 12 km', 'Betriebsstunden: 3 Std.', 'Seriennummer: GDY-1'],
      ...['Zählerstände', 'PPE: 5900-77', 'Ablesung im Keller', 'Verbrauch', '417.5', '418.5', 'K19: Z19'],
      ...['PKWiU 62.01', 'CN 84670000', 'PKOB 1121', 'GTU_07', 'B_SPV', 'Zał. 15'],
    ])
      assert.ok(text.includes(unspaced(shown)), `${shown} is not on the page`);
  });
});
