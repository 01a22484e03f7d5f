import type { CompleteInvoice, PaymentAccount } from '../../invoice/en16931.ts';
import { amount, type Fa3Element, fix, group, leaf } from './element.ts';
import { discountTexts, termsIn } from './cash-discount.ts';
import { lastPayment } from './advances.ts';
import { modelKind, type SignFlip } from './kinds.ts';
import { formOf } from './payment-forms.ts';

/** Platnosc. */
export function payment(invoice: CompleteInvoice, flip: SignFlip): Fa3Element | undefined {
  const { dueDate, payment: instructions, extensions } = invoice;
  return group(
    'Platnosc',
    pay(invoice, flip),
    group('TerminPlatnosci', leaf('Termin', dueDate, { term: 'BT-9' })),
    form(instructions),
    (instructions?.accounts ?? []).map((account, index) =>
      bankAccount(invoice.extensions.isFactor ? 'RachunekBankowyFaktora' : 'RachunekBankowy', account, [
        index,
      ]),
    ),
    cashDiscount(invoice.paymentTerms),
    leaf('LinkDoPlatnosci', extensions.poland?.paymentLink, { field: 'pl.payment_link' }),
    leaf('IPKSeF', extensions.poland?.paymentId, { field: 'pl.payment_id' }),
  );
}

/** Earlier payments, if their day is known: the whole, or a part. An advance is paid. */
function pay(invoice: CompleteInvoice, flip: SignFlip): readonly (Fa3Element | undefined)[] {
  const { totals, extensions } = invoice;
  if (modelKind(invoice).kind === 'ZAL') {
    const day = leaf('DataZaplaty', lastPayment(extensions), { field: 'pl.payments_received[0].date' });
    return day ? [fix('Zaplacono', '1'), day] : [];
  }
  const { prepaidDate: date } = extensions;
  if (date === undefined || totals.prepaid === undefined) return [];
  const onDay = { field: 'payment.prepaid_date' };
  if (totals.prepaid.eq(totals.withVat)) return [fix('Zaplacono', '1'), leaf('DataZaplaty', date, onDay)];
  return [
    fix('ZnacznikZaplatyCzesciowej', '1'),
    group(
      'ZaplataCzesciowa',
      leaf('KwotaZaplatyCzesciowej', amount(flip(totals.prepaid)), { term: 'BT-113' }),
      leaf('DataZaplatyCzesciowej', date, onDay),
    ),
  ];
}

function form(instructions: CompleteInvoice['payment']): readonly (Fa3Element | undefined)[] {
  const { meansCode, meansText } = instructions ?? {};
  if (meansCode === undefined) return [];
  const origin = { term: 'BT-81' };
  const known = formOf(meansCode);
  if (known !== undefined) return [leaf('FormaPlatnosci', known, origin)];
  const text = meansText === undefined ? `UNTDID 4461: ${meansCode}` : `${meansText} (${meansCode})`;
  return [
    fix('PlatnoscInna', '1'),
    leaf('OpisPlatnosci', text, meansText === undefined ? origin : { term: 'BT-82' }),
  ];
}

/** RachunekBankowy, or the factor's own. */
const bankAccount = (
  element: string,
  { id, bic, name }: PaymentAccount,
  indices: readonly number[],
): Fa3Element | undefined =>
  group(
    element,
    leaf('NrRB', id, { term: 'BT-84', indices }),
    leaf('SWIFT', bic, { term: 'BT-86', indices }),
    leaf('OpisRachunku', name, { term: 'BT-85', indices }),
  );

/** Skonto. */
function cashDiscount(terms: string | undefined): Fa3Element | undefined {
  const { discount } = termsIn(terms);
  if (!discount) return undefined;
  const { conditions, height } = discountTexts(discount);
  const origin = { term: 'BT-20' };
  return group('Skonto', leaf('WarunkiSkonta', conditions, origin), leaf('WysokoscSkonta', height, origin));
}
