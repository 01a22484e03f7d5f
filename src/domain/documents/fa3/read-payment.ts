import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { discountIn } from './cash-discount.ts';
import type { SignFlip } from './kinds.ts';
import { PAYMENT_FORMS } from './payment-forms.ts';
import type { Draft } from './read-descriptions.ts';
import { REASONS } from './settlement.ts';
import type { ConsumingReader } from './consuming-reader.ts';

/** The contents of Platnosc and Rozliczenie. */
interface ReadPayment {
  readonly dueDate?: string | undefined;
  /** BT-20, in the form of a cash discount. */
  readonly discount?: string | undefined;
  readonly prepaid?: Decimal | undefined;
  readonly prepaidDate?: string | undefined;
  readonly rounding?: Decimal | undefined;
  readonly due?: Decimal | undefined;
  readonly instructions?: Draft | undefined;
}

/** @param total BT-112, with the sign of the model. */
export function readPayment(
  fa: ConsumingReader,
  flip: SignFlip,
  total: Decimal | undefined,
  isFactored: boolean,
): ReadPayment {
  const payment = fa.inside('Platnosc');
  const settled = readSettlement(fa.inside('Rozliczenie'), flip);
  return {
    dueDate: payment?.all('TerminPlatnosci')[0]?.text('Termin'),
    discount: discountOf(payment?.inside('Skonto')),
    ...settled,
    ...paidBefore(payment, flip, total),
    instructions: instructionsIn(payment, isFactored ? 'RachunekBankowyFaktora' : 'RachunekBankowy'),
  };
}

/** The link and the identifier of a payment: `pl`. */
export function readPaymentLink(fa: ConsumingReader): Draft {
  const payment = fa.inside('Platnosc');
  const [paymentLink, paymentId] = [payment?.text('LinkDoPlatnosci'), payment?.text('IPKSeF')];
  return {
    ...(paymentLink !== undefined && { paymentLink }),
    ...(paymentId !== undefined && { paymentId }),
  };
}

/** One earlier payment: several would be one of a single day. */
function paidBefore(
  payment: ConsumingReader | undefined,
  flip: SignFlip,
  total: Decimal | undefined,
): Pick<ReadPayment, 'prepaid' | 'prepaidDate'> {
  const wholeDay = payment?.text('DataZaplaty');
  if (wholeDay !== undefined && payment?.expect('Zaplacono', '1'))
    return { prepaid: total, prepaidDate: wholeDay };
  const [part, another] = payment?.all('ZaplataCzesciowa') ?? [];
  if (!part || another || !payment?.expect('ZnacznikZaplatyCzesciowej', '1')) return {};
  return {
    prepaid: flip(part.number('KwotaZaplatyCzesciowej')),
    prepaidDate: part.text('DataZaplatyCzesciowej'),
  };
}

function discountOf(discount: ConsumingReader | undefined): string | undefined {
  const read = discountIn(discount?.peek('WarunkiSkonta') ?? '', discount?.peek('WysokoscSkonta') ?? '');
  if (read !== undefined) for (const taken of ['WarunkiSkonta', 'WysokoscSkonta']) discount?.text(taken);
  return read;
}

function instructionsIn(payment: ConsumingReader | undefined, accountElement: string): Draft | undefined {
  const form = payment?.peek('FormaPlatnosci') ?? '';
  const known = rowOf(PAYMENT_FORMS, form)?.[0];
  if (known !== undefined) payment?.text('FormaPlatnosci');
  const accounts = (payment?.all(accountElement) ?? []).map((account) => {
    const [id, bic, name] = [account.text('NrRB'), account.text('SWIFT'), account.text('OpisRachunku')];
    return {
      ...(id !== undefined && { id }),
      ...(bic !== undefined && { bic }),
      ...(name !== undefined && { name }),
    };
  });
  const means = known === undefined ? otherMeans(payment) : { meansCode: known };
  return accounts.length === 0 && !means ? undefined : { ...means, accounts };
}

/** OpisPlatnosci: `UNTDID 4461: 97`, `words (97)`, or words alone, whose code is that of an agreement between the parties. */
function otherMeans(payment: ConsumingReader | undefined): Draft | undefined {
  const text = payment?.expect('PlatnoscInna', '1') ? payment.text('OpisPlatnosci') : undefined;
  if (text === undefined) return undefined;
  const [, alone] = /^UNTDID 4461: (\w{1,3})$/.exec(text) ?? [];
  if (alone !== undefined) return { meansCode: alone };
  const [, words, code] = /^(.*) \((\d{1,2}|ZZZ)\)$/.exec(text) ?? [undefined, text, 'ZZZ'];
  return { meansCode: code, meansText: words };
}

/** Rozliczenie: entries with our own reasons only; any other entry is no term. */
function readSettlement(
  settlement: ConsumingReader | undefined,
  flip: SignFlip,
): Pick<ReadPayment, 'prepaid' | 'rounding' | 'due'> {
  if (!settlement) return {};
  const entry = (list: string, reason: string): Decimal | undefined => {
    const reader = settlement.all(list).find((one) => one.peek('Powod') === reason);
    reader?.text('Powod');
    return flip(reader?.number('Kwota'));
  };
  const prepaid = entry('Odliczenia', REASONS.prepaid);
  const down = entry('Odliczenia', REASONS.rounding);
  const rounding = entry('Obciazenia', REASONS.rounding) ?? down?.negated();
  const isOurs = (sumName: string, ours: Decimal | undefined): void => {
    const sum = flip(settlement.peekNumber(sumName));
    if (sum && ours && sum.eq(ours)) settlement.text(sumName);
  };
  isOurs('SumaObciazen', rounding);
  isOurs('SumaOdliczen', prepaid || down ? (prepaid ?? ZERO).plus(down ?? ZERO) : undefined);
  return {
    ...(prepaid && { prepaid }),
    ...(rounding && { rounding }),
    due: flip(settlement.number('DoZaplaty')),
  };
}
