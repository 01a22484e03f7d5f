import type { RelatedFinding } from '../findings/finding.ts';
import {
  adjustmentsWhere,
  breaksWhen,
  itemsWhere,
  type MemberRule,
  usedVatCategories,
  type VatBearing,
  vatBearingWhere,
  vatGroupKey,
} from './placed.ts';
import type { CanonicalInvoice, VatCategory } from './canonical.ts';
import { LIMITS } from './limits.ts';
import { PRICE_RULES } from './price-rules.ts';
import { judgeOr } from './unjudged.ts';

const en16931 = (code: string): RelatedFinding => ({ code, source: 'EN16931' });

/** VAT categories whose breakdown must state an exemption reason; others must not. */
export const EXEMPT_CATEGORIES: ReadonlySet<VatCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** Schemes and the numbers that they belong to. */
const SCHEMES: readonly {
  readonly field: string;
  readonly of: string;
  readonly scheme: (invoice: CanonicalInvoice) => string | undefined;
  readonly id: (invoice: CanonicalInvoice) => string | undefined;
}[] = [
  {
    field: 'seller.company_id_scheme',
    of: 'company_id',
    scheme: ({ seller }) => seller.companyIdScheme,
    id: ({ seller }) => seller.companyId,
  },
  {
    field: 'buyer.company_id_scheme',
    of: 'company_id',
    scheme: ({ buyer }) => buyer.companyIdScheme,
    id: ({ buyer }) => buyer.companyId,
  },
  {
    field: 'buyer.reference_scheme',
    of: 'reference',
    scheme: ({ buyer }) => buyer.referenceScheme,
    id: ({ buyer }) => buyer.reference,
  },
  {
    field: 'payee.company_id_scheme',
    of: 'company_id',
    scheme: ({ payee }) => payee?.companyIdScheme,
    id: ({ payee }) => payee?.companyId,
  },
  {
    field: 'payee.id_scheme',
    of: 'id',
    scheme: ({ payee }) => payee?.idScheme,
    id: ({ payee }) => payee?.id,
  },
];

/** Rules on members that belong together; they apply on every route. */
export const STRUCTURE_RULES: readonly MemberRule[] = [
  ...PRICE_RULES,
  {
    message: 'A VAT rate is needed unless the VAT category is O.',
    fix: 'Add vat_rate in percent; 0 if no VAT is charged.',
    broken: vatBearingWhere(
      'vat_rate',
      ({ vatCategory, vatRate }) => vatCategory !== 'O' && vatRate === undefined,
    ),
  },
  {
    message: `An invoice has at most ${LIMITS.vatGroups} different pairs of VAT category and rate.`,
    fix: 'Split the invoice.',
    broken: (invoice) => {
      const groups = new Set<string>();
      const isBeyond = ({ vatCategory, vatRate }: VatBearing): boolean =>
        groups.add(vatGroupKey(vatCategory, vatRate)).size > LIMITS.vatGroups;
      return vatBearingWhere('vat_rate', isBeyond)(invoice).slice(0, 1);
    },
  },
  {
    message: 'Either all lines have an item_kind, or no line has.',
    fix: 'State item_kind goods or services on all lines, or leave it out of all lines.',
    broken: ({ lines }) =>
      lines.some(({ itemKind }) => itemKind !== undefined)
        ? itemsWhere('lines', 'item_kind', lines, ({ itemKind }) => itemKind === undefined)
        : [],
  },
  {
    message: 'An allowance or charge needs an amount, or a base and a percentage.',
    fix: 'Add amount, or base and percent.',
    broken: adjustmentsWhere(
      'amount',
      ({ amount, base, percent }) => amount === undefined && !(base && percent),
    ),
  },
  {
    message: 'A VAT currency needs the VAT total in it, or the exchange rate into it.',
    fix: 'Add vat_total_in_vat_currency, or vat_exchange_rate: units of vat_currency for one unit of currency.',
    rule: en16931('BR-53'),
    broken: breaksWhen(
      'invoice.vat_exchange_rate',
      ({ invoice: { currency, vatCurrency, vatExchangeRate, vatTotalInVatCurrency } }) =>
        vatCurrency !== undefined && vatCurrency !== currency && !vatExchangeRate && !vatTotalInVatCurrency,
    ),
  },
  {
    message: 'An exchange rate or a VAT total in another currency needs that VAT currency.',
    fix: 'Add vat_currency, or leave the rate and the total out.',
    broken: breaksWhen(
      'invoice.vat_currency',
      ({ invoice: { vatCurrency, vatExchangeRate, vatTotalInVatCurrency } }) =>
        !vatCurrency && (vatExchangeRate ?? vatTotalInVatCurrency) !== undefined,
    ),
  },
  ...SCHEMES.map(({ field, of, scheme, id }): MemberRule => ({
    message: `A scheme of ${field.slice(0, field.lastIndexOf('.') + 1)}${of} needs the number that it is about.`,
    fix: `Add ${of}, or leave the scheme out.`,
    broken: breaksWhen(field, (invoice) => scheme(invoice) !== undefined && id(invoice) === undefined),
  })),
  {
    message: 'An account has either an IBAN or another number, not both.',
    fix: 'If the account has an IBAN, keep iban; otherwise keep account_id.',
    broken: accountsWhere('account_id', ({ iban, accountId }) => Boolean(iban && accountId)),
  },
  {
    message: 'An account needs its number.',
    fix: 'Add iban, or, if the account has no IBAN, account_id.',
    rule: en16931('BR-50'),
    broken: ({ payment }) => [
      ...(payment && (payment.bic ?? payment.accountName) && !hasNumber(payment) ? ['payment.iban'] : []),
      ...itemsWhere('payment.accounts', 'iban', payment?.accounts ?? [], (account) => !hasNumber(account)),
    ],
  },
  {
    message: 'An exemption needs a reason or a reason code.',
    fix: 'Add reason as a text, or reason_code from the VATEX list.',
    broken: exemptionsWhere('reason', ({ reason, reasonCode }) => !reason && !reasonCode),
  },
  {
    message: 'Only VAT categories E, AE, K, G and O have an exemption reason.',
    fix: 'Leave the exemption out, or correct the category.',
    broken: exemptionsWhere('vat_category', ({ vatCategory }) => !EXEMPT_CATEGORIES.has(vatCategory)),
  },
  {
    message: 'No line, allowance or charge has the VAT category of this exemption.',
    fix: 'Leave the exemption out, or correct the category of the line.',
    broken: (invoice) => {
      const used = usedVatCategories(invoice);
      return itemsWhere(
        'vat_exemption',
        'vat_category',
        invoice.vatExemption,
        ({ vatCategory }) => !used.has(vatCategory),
      );
    },
  },
  {
    message: 'A VAT category has at most one exemption reason code in an invoice.',
    fix: 'Keep one code, and state the others in reason.',
    broken: ({ vatExemption }) => {
      const first = new Map<VatCategory, string>();
      return vatExemption.flatMap(({ vatCategory, reasonCode }, index) => {
        const known = first.get(vatCategory) ?? reasonCode;
        if (known) first.set(vatCategory, known);
        return reasonCode && reasonCode !== known ? [`vat_exemption[${index}].reason_code`] : [];
      });
    },
  },
  {
    message: 'Attached content needs its media type.',
    fix: 'Add mime: application/pdf, image/png, image/jpeg, text/csv, or the type of an xlsx or ods file.',
    broken: attachmentsWhere('mime', ({ contentBase64, mime }) => contentBase64 !== undefined && !mime),
  },
  {
    message: 'Attached content needs a file name.',
    fix: 'Add filename, for example invoice.pdf.',
    broken: attachmentsWhere(
      'filename',
      ({ contentBase64, filename }) => contentBase64 !== undefined && !filename,
    ),
  },
  {
    message: 'Only attached content has a media type and a file name.',
    fix: 'Add content_base64, or leave mime and filename out.',
    broken: attachmentsWhere(
      'content_base64',
      ({ contentBase64, mime, filename }) => contentBase64 === undefined && Boolean(mime ?? filename),
    ),
  },
  {
    message: 'Attached content must be base64.',
    fix: 'Encode the file as base64 of RFC 4648 section 4, with padding.',
    broken: attachmentsWhere(
      'content_base64',
      ({ contentBase64 }) => contentBase64 !== undefined && !isBase64(contentBase64),
    ),
  },
];

function exemptionsWhere(
  member: string,
  condition: (item: CanonicalInvoice['vatExemption'][number]) => boolean,
): MemberRule['broken'] {
  return ({ vatExemption }) => itemsWhere('vat_exemption', member, vatExemption, condition);
}

type Account = NonNullable<CanonicalInvoice['payment']>['accounts'][number];

const hasNumber = ({ iban, accountId }: Account): boolean => (iban ?? accountId) !== undefined;

/** The account of the payment itself, and the further ones. */
function accountsWhere(member: string, condition: (account: Account) => boolean): MemberRule['broken'] {
  return ({ payment }) =>
    payment === undefined
      ? []
      : [
          ...(judgeOr(() => condition(payment), false) ? [`payment.${member}`] : []),
          ...itemsWhere('payment.accounts', member, payment.accounts, condition),
        ];
}

function attachmentsWhere(
  member: string,
  condition: (item: CanonicalInvoice['attachments'][number]) => boolean,
): MemberRule['broken'] {
  return ({ attachments }) => itemsWhere('attachments', member, attachments, condition);
}

const NOT_OF_BASE64 = /[^A-Za-z0-9+/]/;
const LAST_OF_BASE64 = /^[A-Za-z0-9+/](?:[AQgw]==|[A-Za-z0-9+/](?:[AEIMQUYcgkosw048]=|[A-Za-z0-9+/]{2}))$/;

/**
 * RFC 4648 section 4 with padding, whose unused bits are zero: XML Schema (base64Binary) allows no other. Megabytes are searched for
 * forbidden characters: an expression that matches the whole text can exhaust the stack of V8.
 */
const isBase64 = (value: string): boolean =>
  value.length % 4 === 0 && !NOT_OF_BASE64.test(value.slice(0, -4)) && LAST_OF_BASE64.test(value.slice(-4));
