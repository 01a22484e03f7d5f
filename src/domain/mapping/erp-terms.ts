import { say, type Text, withStrings } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Origin } from './canonical-draft.ts';
import { named } from './mapping-finding.ts';

type Origins = ReadonlyMap<string, Origin>;

/**
 * Findings about the canonical invoice in the ERP's terms: `field` is the ERP's path, and the message has the ERP's name. A member from the
 * settings names the settings; a member without an origin keeps the canonical path.
 */
export const inErpTerms = (findings: readonly Finding[], origins: Origins): readonly Finding[] =>
  findings.map((finding) => inErpTerm(finding, origins));

function inErpTerm(finding: Finding, origins: Origins): Finding {
  const { field, message } = finding;
  if (field === undefined) return finding;
  const origin = originOf(field, origins);
  if (!origin || origin.field === '') return finding;
  const phrased = withStrings(message, (text) =>
    text.replaceAll(wholePath(field), () => named(origin.label ?? '', origin.field)),
  );
  const fixHint = hintFor(finding, origins);
  return { ...finding, field: origin.field, message: phrased, ...(fixHint !== undefined && { fixHint }) };
}

/** The hint for a member that this export has no field for; undefined if the finding's own hint fits. */
function hintFor({ related = [], fixHint }: Finding, origins: Origins): Text | undefined {
  if (fixHint !== undefined && OF_VAT_CURRENCY.has(idOf(fixHint))) return NO_OTHER_CURRENCY;
  const isUnread = !origins.has(BUYERS_ADDRESS) && firstBelow(BUYERS_ADDRESS, origins) === undefined;
  return isUnread && related.some(({ code }) => code === ADDRESS_RULE) ? NO_BUYERS_ADDRESS : undefined;
}

/** Peppol's rule. Where the address follows from another value, as in France, other rules ask for that value. */
const ADDRESS_RULE = 'PEPPOL-EN16931-R010';
const BUYERS_ADDRESS = 'buyer.endpoint';
const NO_BUYERS_ADDRESS = say('mapping.exports-of-this-connector-have-no-field-for');

/** Hints with members of the canonical invoice that no connector reads: BT-6, its rate and BT-111. */
export const OF_VAT_CURRENCY: ReadonlySet<string> = new Set([
  'fa3.add-invoice-vat-currency-pln-and-invoice-vat',
  'fa3.use-pln-or-leave-vat-currency-out',
  'invoice.EI-NOT-WRITTEN.hint',
  'invoice.add-vat-currency-or-leave-rate-and-total',
  'invoice.add-vat-total-in-vat-currency-or-vat',
  'routes-fr-pa.state-sale-in-eur-to-business-abroad-another',
]);
const idOf = (text: Text): string => (typeof text !== 'string' && 'say' in text ? text.say : '');
const NO_OTHER_CURRENCY = say('mapping.connector-reads-neither-another-currency-of-vat-nor');

/** The ERP's field of a canonical path; undefined if no field is read for it. */
export const erpFieldOf = (path: string, origins: Origins): string | undefined =>
  originOf(path, origins)?.field || undefined;

/** Does not match if the path goes on: `lines[1]` is no part of `lines[1].unit` or `lines[10]`. */
const wholePath = (path: string): RegExp =>
  new RegExp(`(?<![\\w.])${path.replaceAll(/[.[\]]/g, '\\$&')}(?![\\w[]|\\.\\w)`, 'g');

/**
 * The origin of the member itself, else of the nearest group around it. A missing member of the settings has the name that it would have
 * there.
 */
function originOf(field: string, origins: Origins): Origin | undefined {
  for (let path = field; path !== ''; path = parentOf(path)) {
    const origin = origins.get(path) ?? origins.get(`${path}[0]`);
    if (origin?.field.startsWith('connectors.'))
      return { ...origin, field: `${origin.field}${field.slice(path.length)}` };
    if (origin) return path === field || origin.label === undefined ? origin : withoutLabel(origin);
  }
  const akin = origins.get(AKIN[field] ?? '');
  if (akin) return withoutLabel(akin);
  for (let path = field; path !== ''; path = parentOf(path)) {
    const first = firstBelow(path, origins);
    if (first) return withoutLabel(first);
  }
  return undefined;
}

/** Members without a field of the ERP, and the field that their value follows from. */
const AKIN: Readonly<Record<string, string>> = {
  'invoice.vat_currency': 'invoice.currency',
  'invoice.vat_exchange_rate': 'invoice.currency',
  'invoice.vat_total_in_vat_currency': 'invoice.currency',
  'buyer.company_id': 'buyer.vat_id',
  'buyer.tax_number': 'buyer.vat_id',
};

const parentOf = (path: string): string =>
  path.endsWith(']')
    ? path.slice(0, path.lastIndexOf('['))
    : path.slice(0, Math.max(path.lastIndexOf('.'), 0));

const withoutLabel = ({ field }: Origin): Origin => ({ field });

/** A group comes from several fields: the first of them stands for it. */
function firstBelow(path: string, origins: Origins): Origin | undefined {
  for (const [known, origin] of origins)
    if (origin.field !== '' && (known.startsWith(`${path}.`) || known.startsWith(`${path}[`))) return origin;
  return undefined;
}
