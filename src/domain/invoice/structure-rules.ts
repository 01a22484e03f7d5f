import { say } from 'en16931-rules/vocabulary/message.ts';
import type { RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
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
import { strayLines } from './line-types.ts';
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
    message: say('invoice.vat-rate-is-needed-unless-vat-category-is'),
    fix: say('invoice.add-vat-rate-in-percent-0-if-no'),
    broken: vatBearingWhere(
      'vat_rate',
      ({ vatCategory, vatRate }) => vatCategory !== 'O' && vatRate === undefined,
    ),
  },
  {
    message: say('invoice.invoice-has-at-most-different-pairs-of-vat', { n: LIMITS.vatGroups }),
    fix: say('invoice.split-invoice'),
    broken: (invoice) => {
      const groups = new Set<string>();
      const isBeyond = ({ vatCategory, vatRate }: VatBearing): boolean =>
        groups.add(vatGroupKey(vatCategory, vatRate)).size > LIMITS.vatGroups;
      return vatBearingWhere('vat_rate', isBeyond)(invoice).slice(0, 1);
    },
  },
  {
    message: say('invoice.line-of-another-needs-line-type'),
    fix: say('invoice.add-line-type-detail-group-or-information'),
    broken: ({ lines }) =>
      itemsWhere(
        'lines',
        'line_type',
        lines,
        ({ lineType, parentLine }) => parentLine !== undefined && lineType === undefined,
      ),
  },
  {
    message: say('invoice.parent-line-names-no-other-line'),
    fix: say('invoice.state-id-of-line-that-it-belongs-to'),
    broken: ({ lines }) => [...strayLines(lines)].map((index) => `lines[${index}].parent_line`),
  },
  {
    message: say('invoice.either-all-lines-have-item-kind-or-no'),
    fix: say('invoice.state-item-kind-goods-or-services-on-all'),
    broken: ({ lines }) =>
      lines.some(({ itemKind }) => itemKind !== undefined)
        ? itemsWhere('lines', 'item_kind', lines, ({ itemKind }) => itemKind === undefined)
        : [],
  },
  {
    message: say('invoice.allowance-or-charge-needs-amount-or-base-and'),
    fix: say('invoice.add-amount-or-base-and-percent'),
    broken: adjustmentsWhere(
      'amount',
      ({ amount, base, percent }) => amount === undefined && !(base && percent),
    ),
  },
  {
    message: say('invoice.vat-currency-needs-vat-total-in-it-or'),
    fix: say('invoice.add-vat-total-in-vat-currency-or-vat'),
    rule: en16931('BR-53'),
    broken: breaksWhen(
      'invoice.vat_exchange_rate',
      ({ invoice: { currency, vatCurrency, vatExchangeRate, vatTotalInVatCurrency } }) =>
        vatCurrency !== undefined && vatCurrency !== currency && !vatExchangeRate && !vatTotalInVatCurrency,
    ),
  },
  {
    message: say('invoice.exchange-rate-or-vat-total-in-another-currency'),
    fix: say('invoice.add-vat-currency-or-leave-rate-and-total'),
    broken: breaksWhen(
      'invoice.vat_currency',
      ({ invoice: { vatCurrency, vatExchangeRate, vatTotalInVatCurrency } }) =>
        !vatCurrency && (vatExchangeRate ?? vatTotalInVatCurrency) !== undefined,
    ),
  },
  ...SCHEMES.map(({ field, of, scheme, id }): MemberRule => ({
    message: say('invoice.scheme-of-needs-number-that-it-is-about', {
      field: `${field.slice(0, field.lastIndexOf('.') + 1)}${of}`,
    }),
    fix: say('invoice.add-or-leave-scheme-out', { field: of }),
    broken: breaksWhen(field, (invoice) => scheme(invoice) !== undefined && id(invoice) === undefined),
  })),
  {
    message: say('invoice.account-has-either-iban-or-another-number-not'),
    fix: say('invoice.if-account-has-iban-keep-iban-otherwise-keep'),
    broken: accountsWhere('account_id', ({ iban, accountId }) => Boolean(iban && accountId)),
  },
  {
    message: say('invoice.account-needs-its-number'),
    fix: say('invoice.add-iban-or-if-account-has-no-iban'),
    rule: en16931('BR-50'),
    broken: ({ payment }) => [
      ...(payment && (payment.bic ?? payment.accountName) && !hasNumber(payment) ? ['payment.iban'] : []),
      ...itemsWhere('payment.accounts', 'iban', payment?.accounts ?? [], (account) => !hasNumber(account)),
    ],
  },
  {
    message: say('invoice.exemption-needs-reason-or-reason-code'),
    fix: say('invoice.add-reason-as-text-or-reason-code-from'),
    broken: exemptionsWhere('reason', ({ reason, reasonCode }) => !reason && !reasonCode),
  },
  {
    message: say('invoice.only-vat-categories-e-ae-k-g-and'),
    fix: say('invoice.leave-exemption-out-or-correct-category'),
    broken: exemptionsWhere('vat_category', ({ vatCategory }) => !EXEMPT_CATEGORIES.has(vatCategory)),
  },
  {
    message: say('invoice.no-line-allowance-or-charge-has-vat-category'),
    fix: say('invoice.leave-exemption-out-or-correct-category-of-line'),
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
    message: say('invoice.vat-category-has-at-most-one-exemption-reason'),
    fix: say('invoice.keep-one-code-and-state-others-in-reason'),
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
    message: say('invoice.attached-content-needs-its-media-type'),
    fix: say('invoice.add-mime-application-pdf-image-png-image-jpeg'),
    broken: attachmentsWhere('mime', ({ contentBase64, mime }) => contentBase64 !== undefined && !mime),
  },
  {
    message: say('invoice.attached-content-needs-file-name'),
    fix: say('invoice.add-filename-for-example-invoice-pdf'),
    broken: attachmentsWhere(
      'filename',
      ({ contentBase64, filename }) => contentBase64 !== undefined && !filename,
    ),
  },
  {
    message: say('invoice.only-attached-content-has-media-type-and-file'),
    fix: say('invoice.add-content-base64-or-leave-mime-and-filename'),
    broken: attachmentsWhere(
      'content_base64',
      ({ contentBase64, mime, filename }) => contentBase64 === undefined && Boolean(mime ?? filename),
    ),
  },
  {
    message: say('invoice.attached-content-must-be-base64'),
    fix: say('invoice.encode-file-as-base64-of-rfc-4648-section'),
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
