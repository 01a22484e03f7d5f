import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import type { RuleSyntax } from '../../checks/early-rules/written-rule.ts';
import { isCounted, lineIds } from '../../invoice/line-types.ts';
import { wrongValues } from '../../checks/early-rules/lacking-codes.ts';
import { atInvoice } from '../../checks/early-rules/nodes.ts';
import { isNoCreditNote, paymentDue } from '../../checks/early-rules/payment-due.ts';
import { STANDARD } from '../../checks/early-rules/rule-sets.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { xmlSingleSpaced } from '../../vocabulary/text.ts';
import { EXTENDED_CODES } from './written-codes.ts';
import { TEXTS_OF_EXTENDED_RULES } from './written-extended-texts.ts';

const SOURCE = LAYER_SOURCES['fr-extended'];
/** The first day of 1.4.0.04. */
const SECOND_EDITION = '2026-09-03';

/** Lines state the code in this profile alone; in UBL it is in their period. */
const ONE_VAT_DATE_CODE: EarlyRule = {
  id: 'CII-SR-462',
  source: SOURCE,
  term: 'BT-8',
  title: say('routes-fr-pa.vat-date-codes-of-invoice-and-lines-differ'),
  fix: say('routes-fr-pa.use-same-vat-date-code-everywhere'),
  only: 'cii',
  broken: ({ invoice, lines }) => {
    const first = invoice.vatDateCode ?? lines.find(({ vatDateCode }) => vatDateCode)?.vatDateCode;
    return lines.flatMap(({ vatDateCode }, index) =>
      vatDateCode === undefined || vatDateCode === first
        ? []
        : [{ field: `lines[${index}].vat_date_code`, term: 'EXT-FR-FE-180', fault: 'wrong' }],
    );
  },
};

/** Lines that do not count, without an allowance or a charge, give no breakdown. */
const VAT_BREAKDOWN: EarlyRule = {
  id: 'BR-CO-18',
  source: SOURCE,
  term: 'BG-25',
  title: say('routes-fr-pa.no-line-counts'),
  fix: say('routes-fr-pa.add-line-that-counts'),
  broken: ({ lines, allowances, charges }) =>
    lines.some(isCounted) || allowances.length + charges.length > 0
      ? []
      : [{ field: 'lines', term: 'BG-25', fault: 'wrong' }],
};

/** VAT categories by the names of their rules. */
const CATEGORIES = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' } as const;
type Category = keyof typeof CATEGORIES;

/** The profile's rules look at a category of a line that does not count as at any other, and find no breakdown. */
const uncountedCategory = (
  category: Category,
  id: string,
  only: RuleSyntax,
  isJudged: (day: string) => boolean,
): EarlyRule => ({
  id,
  source: SOURCE,
  term: 'BT-151',
  title: say('routes-fr-pa.line-that-does-not-count-has-other-vat-category'),
  fix: say('routes-fr-pa.leave-vat-category-of-group-or-information-out'),
  only,
  broken: ({ invoice, lines, allowances, charges }) => {
    const isBilled = [...lines.filter(isCounted), ...allowances, ...charges].some(
      ({ vatCategory }) => vatCategory === category,
    );
    if (isBilled || !isJudged(invoice.issueDate)) return [];
    return lines.flatMap((line, index) =>
      line.vatCategory === category
        ? [{ field: `lines[${index}].vat_category`, term: 'BT-151', fault: 'wrong' }]
        : [],
    );
  },
});

/** Both editions allow several breakdowns of every other category (BR-FREXT-E-01 and its kind), and of this one in CII. */
const ONE_BREAKDOWN_OF_AE: EarlyRule = {
  id: 'BR-AE-01',
  source: SOURCE,
  term: 'EXT-FR-FE-178',
  title: say('routes-fr-pa.category-ae-has-several-vat-breakdowns'),
  fix: say('routes-fr-pa.send-invoice-in-format-cii'),
  only: 'ubl',
  broken: (invoice) =>
    computeAmounts(invoice).vatGroups.filter(({ category }) => category === 'AE').length > 1
      ? [{ field: 'lines', term: 'EXT-FR-FE-178', fault: 'wrong' }]
      : [],
};

/** Codes of these terms are any text in the canonical invoice. */
const isOutside = (list: string): ((value: unknown) => boolean) => {
  const codes = new Set(list.split(' '));
  return (value) => !codes.has(xmlSingleSpaced(String(value)));
};

const DELIVERY_TERMS: EarlyRule = {
  id: 'BR-FREXT-CL-27',
  source: SOURCE,
  term: 'EXT-FR-FE-185',
  ...TEXTS_OF_EXTENDED_RULES['BR-FREXT-CL-27'],
  broken: wrongValues(
    ['EXT-FR-FE-185', 'EXT-FR-FE-193'],
    isOutside(EXTENDED_CODES['facturx-delivery-terms']),
  ),
};

/** In CII it is a warning. */
const ITEM_ATTRIBUTES: EarlyRule = {
  id: 'BR-FREXT-04',
  source: SOURCE,
  term: 'EXT-FR-FE-159',
  ...TEXTS_OF_EXTENDED_RULES['BR-FREXT-04'],
  only: 'ubl',
  broken: wrongValues(['EXT-FR-FE-159'], isOutside(EXTENDED_CODES['facturx-item-attributes'])),
};

/** A line belongs to the first one of an id; the rule counts it to every group of that id. */
const GROUP_AMOUNTS: EarlyRule = {
  id: 'BR-FREXT-08',
  source: SOURCE,
  term: 'BT-126',
  title: say('routes-fr-pa.group-of-lines-has-id-of-another-line'),
  fix: say('routes-fr-pa.give-each-line-id-of-its-own'),
  broken: (invoice) => {
    if (!invoice.lines.some(({ lineType }) => lineType === 'GROUP')) return [];
    const ids = lineIds(invoice.lines);
    const lines = computeAmounts(invoice).lines;
    const sums = new Map<string, Decimal>();
    for (const { line, netAmount } of lines)
      if (line.parentLine !== undefined && (line.lineType === 'DETAIL' || line.lineType === 'GROUP'))
        sums.set(line.parentLine, (sums.get(line.parentLine) ?? ZERO).plus(netAmount));
    return lines.flatMap(({ line, netAmount }, index) =>
      line.lineType === 'GROUP' && !netAmount.eq(sums.get(ids[index]!) ?? ZERO)
        ? [{ field: `lines[${index}].id`, term: 'BT-126', fault: 'wrong' }]
        : [],
    );
  },
};

const NO_ACCOUNT = STANDARD.of.cii.find(({ id }) => id === 'CII-SR-470')!;

/** 1.4.0.04 takes a credit transfer without an account. */
const ACCOUNT: EarlyRule = {
  ...NO_ACCOUNT,
  id: 'BR-CO-27',
  source: SOURCE,
  only: 'cii',
  broken: (invoice) =>
    invoice.invoice.issueDate < SECOND_EDITION ? NO_ACCOUNT.brokenAt(atInvoice(invoice)) : [],
};

/** 1.4.0.04 tells lines that count from others in CII; both editions forgot the category AE in UBL. */
const UNCOUNTED_CATEGORIES = [
  uncountedCategory('AE', 'BR-AE-01', 'ubl', () => true),
  ...Object.entries(CATEGORIES).map(([category, name]) =>
    uncountedCategory(category as Category, `BR-FREXT-${name}-01`, 'cii', (day) => day < SECOND_EDITION),
  ),
];

/** Rules of EXTENDED-CTC-FR that EN 16931 does not have, or no longer. */
export const EXTENDED_FRENCH_RULES: readonly EarlyRule[] = [
  paymentDue(SOURCE, 'ubl', isNoCreditNote),
  paymentDue(SOURCE, 'cii', () => true),
  ONE_VAT_DATE_CODE,
  VAT_BREAKDOWN,
  DELIVERY_TERMS,
  ITEM_ATTRIBUTES,
  GROUP_AMOUNTS,
  ACCOUNT,
  ONE_BREAKDOWN_OF_AE,
  ...UNCOUNTED_CATEGORIES,
];
