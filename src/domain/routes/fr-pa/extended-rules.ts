import { say } from 'en16931-rules/vocabulary/message.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import type { RuleSyntax } from '../../checks/early-rules/written-rule.ts';
import { isCounted } from '../../invoice/line-types.ts';
import { isNoCreditNote, paymentDue } from '../../checks/early-rules/payment-due.ts';

const SOURCE = LAYER_SOURCES['fr-extended'];

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

/** 1.4.0.04 tells lines that count from others in CII; both editions forgot the category AE in UBL. */
const UNCOUNTED_CATEGORIES = [
  uncountedCategory('AE', 'BR-AE-01', 'ubl', () => true),
  ...Object.entries(CATEGORIES).map(([category, name]) =>
    uncountedCategory(category as Category, `BR-FREXT-${name}-01`, 'cii', (day) => day < '2026-09-03'),
  ),
];

/** Rules of EXTENDED-CTC-FR that EN 16931 does not have, or no longer. */
export const EXTENDED_FRENCH_RULES: readonly EarlyRule[] = [
  paymentDue(SOURCE, 'ubl', isNoCreditNote),
  paymentDue(SOURCE, 'cii', () => true),
  ONE_VAT_DATE_CODE,
  VAT_BREAKDOWN,
  ...UNCOUNTED_CATEGORIES,
];
