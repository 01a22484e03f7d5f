import type { CompleteInvoice, Correction, PolishMarks, SupportingDocument } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { dayText, deliveryTermsText, fact, identifierText, inRow, periodText } from './facts.ts';
import type { Card, Cell, Fact, Table, Texts } from './page.ts';
import { asText, inEntry, joinTexts, type PageText, showTerm } from './page-text.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

type Shown = Partly<CompleteInvoice>;

/** The facts that a reader looks for first. */
export const keyFacts = (invoice: Shown, wording: Wording): Card<PageText> => ({
  block: 'card',
  tone: 'box',
  facts: [
    ...fact(wording, 'number', showTerm(invoice.number, 'number')),
    ...fact(wording, 'issueDate', showTerm(dayText(wording, invoice.issueDate), 'issueDate')),
    ...fact(wording, 'dueDate', showTerm(dayText(wording, invoice.dueDate), 'dueDate')),
    ...fact(wording, 'deliveryDate', showTerm(dayText(wording, invoice.delivery?.date), 'delivery.date')),
    ...fact(wording, 'period', periodText(wording, invoice.period, 'period')),
    ...fact(wording, 'customerNumber', identifierText(wording, invoice.buyer?.id, 'buyer.id')),
    ...fact(wording, 'buyerReference', showTerm(invoice.buyerReference, 'buyerReference')),
    ...fact(
      wording,
      'order',
      withDay(
        showTerm(invoice.orderReference, 'orderReference'),
        showTerm(dayText(wording, invoice.orderDate), 'orderDate'),
      ),
    ),
    ...precedingFacts(invoice, wording),
    ...correctionFacts(invoice, wording),
    ...advanceFacts(invoice, wording),
  ],
  texts: [],
  codes: [],
});

/** A number and the day of what it names. */
const withDay = (number: PageText | undefined, day: PageText | undefined): PageText =>
  joinTexts([number, day], ', ');

/** BG-3. */
const precedingFacts = (
  { precedingInvoices = [], extensions: apart }: Shown,
  wording: Wording,
): readonly Fact<PageText>[] =>
  precedingInvoices.flatMap(({ number = '', issueDate }, index) => {
    const date = dayText(wording, issueDate);
    const named = date === undefined ? number : wording.label('precedingOf', { number, date });
    const routeNumber = apart?.precedingRouteNumbers?.[index];
    const shown = showTerm(named, 'precedingInvoices[].number', 'precedingInvoices[].issueDate');
    return inEntry(index, fact(wording, 'precedingInvoice', joinTexts([shown, routeNumber], ', KSeF ')));
  });

const EFFECTS = {
  original_date: 'effectOnOriginalDate',
  correction_date: 'effectOnCorrectionDate',
  other_date: 'effectOnOtherDate',
} as const satisfies Record<NonNullable<Correction['effect']>, Label>;

/** The reason, effect and period of a correction, and the number that the corrected invoice should have had. */
function correctionFacts({ extensions: apart }: Shown, wording: Wording): readonly Fact<PageText>[] {
  const { reason, effect, period, rightNumber } = apart?.correction ?? {};
  return [
    ...fact(wording, 'correctionReason', reason),
    ...fact(wording, 'correctionEffect', effect && wording.label(EFFECTS[effect])),
    ...fact(wording, 'correctionPeriod', period),
    ...fact(wording, 'rightNumber', rightNumber),
  ];
}

/** The payments before the supply, and the invoices about them. */
function advanceFacts({ extensions: apart, currency }: Shown, wording: Wording): readonly Fact<PageText>[] {
  const amountBefore = apart?.correction?.amountBefore;
  return [
    ...(apart?.advanceInvoices ?? []).flatMap(({ number, routeNumber }) =>
      fact(wording, 'advanceInvoice', join([number, routeNumber && `KSeF ${routeNumber}`], ', ')),
    ),
    ...(apart?.poland?.paymentsReceived ?? []).flatMap(({ date, amount }) =>
      fact(
        wording,
        'paymentReceived',
        join([dayText(wording, date), amount && wording.money(amount, currency)], ': '),
      ),
    ),
    ...fact(wording, 'amountBefore', amountBefore && wording.money(amountBefore, currency)),
  ];
}

/** BG-1. */
export function notes({ notes: stated = [] }: Shown, wording: Wording): readonly Texts<PageText>[] {
  const paragraphs = stated.map(({ subjectCode, text = '' }, index) => ({
    ...(subjectCode !== undefined && { label: subjectName(subjectCode, wording) }),
    value: inEntry(index, asText(showTerm(text, 'notes[].text', 'notes[].subjectCode') ?? '')),
  }));
  return paragraphs.length === 0
    ? []
    : [{ block: 'texts', tone: 'usual', heading: wording.label('notes'), paragraphs }];
}

const subjectName = (code: string, wording: Wording): string =>
  wording.findCodeName('noteSubjects', code) ?? wording.label('noteOf', { code });

/** All other details of the invoice. */
export function furtherDetails(invoice: Shown, wording: Wording): readonly Texts<PageText>[] {
  const { typeCode, vatDateCode, extensions: apart } = invoice;
  const facts = [
    ...fact(wording, 'type', showTerm(typeCode && wording.codeName('types', typeCode), 'typeCode')),
    ...fact(wording, 'currency', showTerm(invoice.currency, 'currency')),
    ...fact(wording, 'vatCurrency', showTerm(invoice.vatCurrency, 'vatCurrency')),
    ...fact(wording, 'exchangeRate', apart?.vatExchangeRate && wording.quantity(apart.vatExchangeRate)),
    ...fact(wording, 'taxPointDate', showTerm(dayText(wording, invoice.taxPointDate), 'taxPointDate')),
    ...fact(
      wording,
      'vatDate',
      showTerm(vatDateCode && wording.codeName('vatDates', vatDateCode), 'vatDateCode'),
    ),
    ...fact(wording, 'project', showTerm(invoice.projectReference, 'projectReference')),
    ...fact(
      wording,
      'contract',
      joinTexts(
        [
          showTerm(invoice.contractReference, 'contractReference'),
          showTerm(dayText(wording, invoice.contractDate), 'contractDate'),
          showTerm(invoice.contractType, 'contractType'),
        ],
        ', ',
      ),
    ),
    ...fact(wording, 'salesOrder', showTerm(invoice.salesOrderReference, 'salesOrderReference')),
    ...fact(
      wording,
      'receivingAdvice',
      showTerm(invoice.receivingAdviceReference, 'receivingAdviceReference'),
    ),
    ...fact(
      wording,
      'despatchAdvice',
      withDay(
        showTerm(invoice.despatchAdviceReference, 'despatchAdviceReference'),
        showTerm(dayText(wording, invoice.despatchAdviceDate), 'despatchAdviceDate'),
      ),
    ),
    ...fact(wording, 'deliveryTerms', deliveryTermsText(invoice.deliveryTerms, 'deliveryTerms')),
    ...fact(wording, 'tender', showTerm(invoice.tenderReference, 'tenderReference')),
    ...fact(wording, 'object', identifierText(wording, invoice.invoicedObject, 'invoicedObject')),
    ...fact(wording, 'accounting', showTerm(invoice.accountingReference, 'accountingReference')),
    ...polishFacts(apart?.poland ?? {}, wording),
    ...fact(wording, 'process', showTerm(invoice.process, 'process')),
    ...fact(wording, 'specification', showTerm(invoice.specification, 'specification')),
  ];
  if (facts.length === 0) return [];
  return [
    {
      block: 'texts',
      tone: 'small',
      heading: wording.label('details'),
      paragraphs: [{ value: inRow(facts) }],
    },
  ];
}

/** Polish law requires some of these words on the invoice (art. 106e of the VAT act). */
function polishFacts(marks: Partly<PolishMarks>, wording: Wording): readonly Fact<PageText>[] {
  const yes = (holds: boolean | undefined): string | undefined => (holds ? wording.label('yes') : undefined);
  return [
    ...fact(wording, 'splitPayment', yes(marks.splitPayment)),
    ...fact(wording, 'cashAccounting', yes(marks.cashAccounting)),
    ...fact(wording, 'reverseCharge', yes(marks.reverseCharge)),
    ...fact(wording, 'triangular', yes(marks.triangularSimplification)),
    ...fact(wording, 'oneStopShop', yes(marks.oneStopShop)),
    ...fact(wording, 'relatedParties', yes(marks.relatedParties)),
    ...fact(wording, 'tillReceipt', yes(marks.tillReceipt)),
    ...fact(wording, 'exciseRefund', yes(marks.exciseRefund)),
    ...fact(wording, 'exportDocument', yes(marks.exportDocument)),
    ...fact(wording, 'placeOfIssue', marks.placeOfIssue),
  ];
}

/** BG-24. */
export function attachmentTable({ attachments = [] }: Shown, wording: Wording): readonly Table<PageText>[] {
  if (attachments.length === 0) return [];
  const cell = (text: PageText | undefined): Cell<PageText> => ({ text: asText(text ?? ''), small: [] });
  return [
    {
      block: 'table',
      heading: wording.label('attachments'),
      columns: [
        { title: wording.label('identifier'), align: 'left' },
        { title: wording.label('description'), align: 'left', wide: true },
        { title: wording.label('fileName'), align: 'left' },
      ],
      rows: attachments.map((one, index) =>
        inEntry(index, {
          cells: [
            cell(showTerm(one.id, 'attachments[].id')),
            cell(
              joinTexts(
                [
                  showTerm(one.description, 'attachments[].description'),
                  showTerm(one.url, 'attachments[].url'),
                ],
                '\n',
              ),
            ),
            cell(fileText(one, wording)),
          ],
          remarks: [],
        }),
      ),
    },
  ];
}

function fileText({ filename, mime, contentBase64 }: Partly<SupportingDocument>, wording: Wording): PageText {
  const bytes = contentBase64 === undefined ? undefined : sizeOf(contentBase64);
  const size = bytes === undefined ? undefined : wording.label('bytes', { count: String(bytes) }, bytes);
  return joinTexts(
    [
      showTerm(filename, 'attachments[].filename'),
      showTerm(mime, 'attachments[].mime'),
      showTerm(size, 'attachments[].contentBase64'),
    ],
    '\n',
  );
}

const sizeOf = (base64: string): number => Math.floor((base64.replace(/==?$/, '').length * 3) / 4);

/** BT-33 and other details that the law of the seller's register requires on letters. */
export function aboutSeller(
  { seller, extensions: apart }: Shown,
  wording: Wording,
): readonly Texts<PageText>[] {
  const stated = [apart?.register, apart?.managingDirectors, showTerm(seller?.legalInfo, 'seller.legalInfo')];
  const texts = stated.filter((text) => text !== undefined && String(text).trim() !== '');
  if (texts.length === 0) return [];
  const paragraphs = [{ value: joinTexts(texts, '  ·  ') }];
  return [{ block: 'texts', tone: 'small', heading: wording.label('aboutSeller'), paragraphs }];
}
