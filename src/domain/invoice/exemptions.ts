import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { CanonicalInvoice, VatCategory, VatExemption } from './canonical.ts';
import { usedVatCategories, vatBearing } from './placed.ts';
import { hasSeveralSellers, namesSubInvoice } from './sub-invoices.ts';
import { EXEMPT_CATEGORIES } from './structure-rules.ts';

/** BT-120 and BT-121 of one breakdown. */
interface ExemptionReason {
  readonly exemptionReason?: string;
  readonly exemptionReasonCode?: string;
}

/** Categories whose reason follows from the category itself. E has none: only the caller knows the exemption. */
const DEFAULT_CODES: Partial<Record<VatCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

type Texts = Partial<Record<VatCategory, string>>;

const ENGLISH: Texts = {
  AE: 'Reverse charge',
  K: 'Intra-Community supply',
  G: 'Export outside the EU',
  O: 'Not subject to VAT',
};

/** German law requires this wording on reverse-charge invoices (UStG § 14a); the others match it. */
const GERMAN: Texts = {
  AE: 'Steuerschuldnerschaft des Leistungsempfängers',
  K: 'Steuerfreie innergemeinschaftliche Lieferung',
  G: 'Steuerfreie Ausfuhrlieferung',
  O: 'Nicht steuerbar',
};

/** Polish law requires the wording of reverse charge (art. 106e (1) no. 18 of the VAT act); the others match it. */
const POLISH: Texts = {
  AE: 'odwrotne obciążenie',
  K: 'wewnątrzwspólnotowa dostawa towarów',
  G: 'eksport towarów',
  O: 'nie podlega VAT w Polsce',
};

const TEXTS_BY_JURISDICTION: Readonly<Record<string, Texts>> = { DE: GERMAN, AT: GERMAN, PL: POLISH };

/** Several texts for one category are joined: a breakdown has room for one. */
export function exemptionReason(invoice: CanonicalInvoice, category: VatCategory): ExemptionReason {
  if (!EXEMPT_CATEGORIES.has(category)) return {};
  const stated = reasonsOf(invoice, category);
  const texts = stated.flatMap(({ reason }) => reason ?? []);
  const code = statedCode(stated) ?? DEFAULT_CODES[category];
  const byDefault = code === DEFAULT_CODES[category] ? defaultText(invoice, category) : undefined;
  const reason = texts.length > 0 ? texts.join('; ') : byDefault;
  return { ...(reason && { exemptionReason: reason }), ...(code && { exemptionReasonCode: code }) };
}

/** As stated for the category; else what its lines, allowances and charges state, each reason once. */
function reasonsOf(
  invoice: CanonicalInvoice,
  category: VatCategory,
): readonly Pick<VatExemption, 'reason' | 'reasonCode'>[] {
  const stated = invoice.vatExemption.filter((entry) => entry.vatCategory === category);
  if (stated.length > 0) return stated;
  const bearing = vatBearing(invoice).filter((one) => one.vatCategory === category);
  // The amounts of a sub-invoice have a breakdown of their own, with their own reason.
  const others = bearing.filter(
    ({ vatExemptionReason: reason }) => !(namesSubInvoice(reason) && hasSeveralSellers(invoice.invoice)),
  );
  const reasons = new Map(
    (others.length > 0 ? others : bearing).map(
      ({ vatExemptionReason: reason, vatExemptionCode: reasonCode }) => [
        `${reason} ${reasonCode}`,
        { ...(reason && { reason }), ...(reasonCode && { reasonCode }) },
      ],
    ),
  );
  return [...reasons.values()].filter((one) => Object.keys(one).length > 0);
}

/** Categories for which the caller states no reason, and one follows from the category. */
export const categoriesWithAddedReason = (invoice: CanonicalInvoice): readonly VatCategory[] =>
  [...usedVatCategories(invoice)].filter(
    (category) => DEFAULT_CODES[category] !== undefined && reasonsOf(invoice, category).length === 0,
  );

const statedCode = (stated: readonly Pick<VatExemption, 'reasonCode'>[]) =>
  stated.find(({ reasonCode }) => reasonCode)?.reasonCode;

function defaultText(invoice: CanonicalInvoice, category: VatCategory): string | undefined {
  const jurisdiction = invoice.country ?? invoice.seller.address.country;
  return (rowOf(TEXTS_BY_JURISDICTION, jurisdiction) ?? ENGLISH)[category];
}
