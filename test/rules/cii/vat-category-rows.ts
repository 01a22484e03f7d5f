import { type Edit, add, make, remove, repeat, set } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

type Rate = 'positive' | 'zero-or-more' | 'zero' | 'none';
export const CATEGORIES: readonly (readonly [prefix: string, code: string, rate: Rate, reason: boolean])[] = [
  ['BR-S', 'S', 'positive', false],
  ['BR-Z', 'Z', 'zero', false],
  ['BR-E', 'E', 'zero', true],
  ['BR-AE', 'AE', 'zero', true],
  ['BR-IC', 'K', 'zero', true],
  ['BR-G', 'G', 'zero', true],
  ['BR-O', 'O', 'none', true],
  ['BR-AF', 'L', 'positive', false],
  ['BR-AG', 'M', 'zero-or-more', false],
];

const WRONG: Readonly<Record<Rate, string>> = { positive: '0', 'zero-or-more': '-1', zero: '5', none: '0' };
const VAT_NUMBER =
  '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456788</ram:ID></ram:SpecifiedTaxRegistration>';
const noNumbers: Edit = remove(`${at.SELLER}/ram:SpecifiedTaxRegistration`, at.REPRESENTATIVE);
/** None, or those that O excludes. */
export const wrongNumbers = (code: string): Edit => (code === 'O' ? add(at.SELLER, VAT_NUMBER) : noNumbers);
const breakdownOf = (code: string): Edit =>
  add(
    at.SETTLEMENT,
    `<ram:ApplicableTradeTax><ram:CalculatedAmount>0</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>0</ram:BasisAmount>
     <ram:CategoryCode>${code}</ram:CategoryCode><ram:RateApplicablePercent>0</ram:RateApplicablePercent></ram:ApplicableTradeTax>`,
  );

/** Only S has sums per rate, so that its sums fail with a wrong rate. */
const alsoSum = (code: string): string => (code === 'S' ? ' BR-S-08' : '');

function categoryRows([prefix, code, rate, reason]: (typeof CATEGORIES)[number]): readonly Row[] {
  const of = { category: code };
  const counted = ['S', 'L', 'M'].includes(code);
  const rateOf = (path: string): Edit =>
    rate === 'none'
      ? add(path, '<ram:RateApplicablePercent>0</ram:RateApplicablePercent>')
      : set(`${path}/ram:RateApplicablePercent`, WRONG[rate]);
  const rows: Row[] = [
    [
      `numbers that category ${code} does not go with`,
      wrongNumbers(code),
      `${prefix}-02 ${prefix}-03 ${prefix}-04`,
      of,
    ],
    [
      `a wrong rate of a line of category ${code}`,
      rateOf(`${at.LINE}[2]/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`),
      `${prefix}-05${alsoSum(code)}`,
      of,
    ],
    [
      `a wrong rate of an allowance of category ${code}`,
      rateOf(`${at.ALLOWANCE}/ram:CategoryTradeTax`),
      `${prefix}-06${alsoSum(code)}`,
      of,
    ],
    [
      `a wrong rate of a charge of category ${code}`,
      rateOf(`${at.CHARGE}/ram:CategoryTradeTax`),
      `${prefix}-07${alsoSum(code)}`,
      of,
    ],
    [
      `a ${reason ? 'missing' : 'needless'} reason of category ${code}`,
      reason
        ? remove(`${at.BREAKDOWN}/ram:ExemptionReason`)
        : make(`${at.BREAKDOWN}/ram:ExemptionReason`, 'why'),
      `${prefix}-10`,
      of,
    ],
    counted
      ? [
          `one line, and no breakdown, of category ${code}`,
          remove(`${at.LINE}[2]`, at.BREAKDOWN),
          `${prefix}-01 BR-CO-10 BR-CO-14 BR-CO-18`,
          of,
        ]
      : [`two breakdowns of category ${code}`, repeat(at.BREAKDOWN), `${prefix}-01`, of],
  ];
  if (!['L', 'M'].includes(code))
    rows.push(
      [
        `a wrong taxable amount of category ${code}`,
        set(`${at.BREAKDOWN}/ram:BasisAmount`, '146.00'),
        `${prefix}-08`,
        of,
      ],
      [
        `a wrong VAT amount of category ${code}`,
        set(`${at.BREAKDOWN}/ram:CalculatedAmount`, '40.00'),
        `${prefix}-09 BR-CO-14${code === 'O' ? '' : ' BR-CO-17'}`,
        of,
      ],
    );
  if (['Z', 'E', 'AE', 'G'].includes(code))
    rows.push([
      `a breakdown, and nothing else, of category ${code}`,
      breakdownOf(code),
      reason ? `${prefix}-01 ${prefix}-10` : `${prefix}-01`,
    ]);
  return rows;
}

const noDates = remove(`${at.DELIVERY}/ram:ActualDeliverySupplyChainEvent`, at.PERIOD);
export const VAT_CATEGORY_ROWS: readonly Row[] = [
  ...CATEGORIES.flatMap(categoryRows),
  ['an intra-Community supply without dates', noDates, 'BR-IC-11', { category: 'K' }],
  [
    'an intra-Community supply without a country of delivery',
    remove(`${at.SHIP_TO}/ram:PostalTradeAddress`),
    'BR-IC-12',
    { category: 'K' },
  ],
  [
    'a VAT amount that stands twice in a breakdown of O',
    repeat(`${at.BREAKDOWN}/ram:CalculatedAmount`),
    '',
    { category: 'O' },
  ],
  [
    'a line of another category beside O',
    set(`${at.LINE_TAX}/ram:CategoryCode`, 'Z'),
    'BR-O-11 BR-O-12 BR-O-08 BR-Z-01 BR-Z-02 BR-Z-05',
    { category: 'O' },
  ],
  [
    'an allowance of another category beside O',
    set(`${at.ALLOWANCE}/ram:CategoryTradeTax/ram:CategoryCode`, 'Z'),
    'BR-O-13 BR-O-14 BR-O-08 BR-Z-01 BR-Z-03 BR-Z-06',
    { category: 'O' },
  ],
];
