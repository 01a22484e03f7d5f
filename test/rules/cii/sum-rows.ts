import { all, remove, repeat, set } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

const { SUMS, SETTLEMENT } = at;

/** Document and line allowances and charges. */
const places = [
  [at.ALLOWANCE, 'a document allowance', 'BR-31 BR-CO-11 BR-S-08', 'BR-33 BR-CO-21'],
  [at.CHARGE, 'a document charge', 'BR-36 BR-CO-12 BR-S-08', 'BR-38 BR-CO-22'],
  [at.LINE_ALLOWANCE, 'a line allowance', 'BR-41', 'BR-42 BR-CO-23'],
  [at.LINE_CHARGE, 'a line charge', 'BR-43', 'BR-44 BR-CO-24'],
] as const;
const ALLOWANCES_AND_CHARGES: readonly Row[] = [
  ...places.flatMap(([path, what, noAmount, noReason]): Row[] => [
    [`${what} without an amount`, remove(`${path}/ram:ActualAmount`), noAmount],
    [`${what} without a reason`, remove(`${path}/ram:Reason`, `${path}/ram:ReasonCode`), noReason],
  ]),
  [
    'a document allowance without a VAT category',
    remove(`${at.ALLOWANCE}/ram:CategoryTradeTax`),
    'BR-32 BR-S-08',
  ],
  ['a document charge without a VAT category', remove(`${at.CHARGE}/ram:CategoryTradeTax`), 'BR-37 BR-S-08'],
];

const TOTALS: readonly Row[] = [
  ['two groups of totals, as no schema takes them', repeat(SUMS), 'BR-CO-15'],
  ['a wrong sum of lines', set(`${SUMS}/ram:LineTotalAmount`, '151.00'), 'BR-CO-10 BR-CO-13'],
  // Doubles of this size are 1/64 apart: …050.01 becomes …050.015625, which is …050.02 in cents.
  [
    'an exact sum of lines that the published test computes inexactly',
    all(set(at.LINE_AMOUNT, '100000000000000.01'), set(`${SUMS}/ram:LineTotalAmount`, '100000000000050.01')),
    'BR-CO-10 BR-CO-13 BR-S-08',
  ],
  // …000.01 and …000.02 are one double.
  [
    'a sum of large allowances that is a cent off, which the published test does not find',
    all(
      set(`${at.ALLOWANCE}/ram:ActualAmount`, '100000000000000.01'),
      set(`${SUMS}/ram:AllowanceTotalAmount`, '100000000000000.02'),
    ),
    'BR-CO-13 BR-S-08',
  ],
  [
    'a sum of large charges that is a cent off',
    all(
      set(`${at.CHARGE}/ram:ActualAmount`, '100000000000000.01'),
      set(`${SUMS}/ram:ChargeTotalAmount`, '100000000000000.02'),
    ),
    'BR-CO-13 BR-S-08',
  ],
  [
    'a large total of VAT that is a cent off',
    all(
      set(`${at.BREAKDOWN}/ram:CalculatedAmount`, '100000000000000.01'),
      set(`${SUMS}/ram:TaxTotalAmount`, '100000000000000.02'),
    ),
    'BR-CO-15 BR-CO-17 BR-S-09',
  ],
  ['a wrong sum of allowances', set(`${SUMS}/ram:AllowanceTotalAmount`, '11.00'), 'BR-CO-11 BR-CO-13'],
  ['a wrong sum of charges', set(`${SUMS}/ram:ChargeTotalAmount`, '6.00'), 'BR-CO-12 BR-CO-13'],
  ['a wrong total without VAT', set(`${SUMS}/ram:TaxBasisTotalAmount`, '146.00'), 'BR-CO-13 BR-CO-15'],
  ['a wrong total of VAT', set(`${SUMS}/ram:TaxTotalAmount`, '30.00'), 'BR-CO-14 BR-CO-15'],
  ['a wrong total with VAT', set(`${SUMS}/ram:GrandTotalAmount`, '175.00'), 'BR-CO-15 BR-CO-16'],
  ['a wrong amount due', set(`${SUMS}/ram:DuePayableAmount`, '155.10'), 'BR-CO-16'],
  [
    'a wrong VAT amount of a breakdown',
    set(`${at.BREAKDOWN}/ram:CalculatedAmount`, '31.00'),
    'BR-CO-17 BR-CO-14 BR-S-09',
  ],
];

/** Equal amounts with three decimals. */
const DECIMALS: readonly Row[] = [
  ['BR-DEC-01', `${at.ALLOWANCE}/ram:ActualAmount`, '10.000'],
  ['BR-DEC-02', `${at.ALLOWANCE}/ram:BasisAmount`, '100.000'],
  ['BR-DEC-05', `${at.CHARGE}/ram:ActualAmount`, '5.000'],
  ['BR-DEC-06', `${at.CHARGE}/ram:BasisAmount`, '50.000'],
  ['BR-DEC-09', `${SUMS}/ram:LineTotalAmount`, '150.000'],
  ['BR-DEC-10', `${SUMS}/ram:AllowanceTotalAmount`, '10.000'],
  ['BR-DEC-11', `${SUMS}/ram:ChargeTotalAmount`, '5.000'],
  ['BR-DEC-12', `${SUMS}/ram:TaxBasisTotalAmount`, '145.000'],
  ['BR-DEC-14', `${SUMS}/ram:GrandTotalAmount`, '174.000'],
  ['BR-DEC-16', `${SUMS}/ram:TotalPrepaidAmount`, '20.000'],
  ['BR-DEC-17', `${SUMS}/ram:RoundingAmount`, '0.100'],
  ['BR-DEC-18', `${SUMS}/ram:DuePayableAmount`, '154.100'],
  ['BR-DEC-19', `${at.BREAKDOWN}/ram:BasisAmount`, '145.000'],
  ['BR-DEC-20', `${at.BREAKDOWN}/ram:CalculatedAmount`, '29.000'],
  ['BR-DEC-23', at.LINE_AMOUNT, '100.000'],
  ['BR-DEC-24', `${at.LINE_ALLOWANCE}/ram:ActualAmount`, '15.000'],
  ['BR-DEC-25', `${at.LINE_ALLOWANCE}/ram:BasisAmount`, '100.000'],
  ['BR-DEC-27', `${at.LINE_CHARGE}/ram:ActualAmount`, '5.000'],
  ['BR-DEC-28', `${at.LINE_CHARGE}/ram:BasisAmount`, '100.000'],
].map(([id = '', path = '', amount = '']) => [`${amount} at ${path}`, set(path, amount), id]);

const VAT_DECIMALS: readonly Row[] = [
  [
    'a total of VAT with a third decimal',
    all(
      remove(`${SUMS}/ram:TaxTotalAmount[2]`),
      remove(`${SETTLEMENT}/ram:TaxCurrencyCode`),
      set(`${SUMS}/ram:TaxTotalAmount`, '29.004'),
    ),
    'BR-DEC-13 BR-CO-14',
  ],
  [
    'a total of VAT in the accounting currency with a third decimal',
    set(`${SUMS}/ram:TaxTotalAmount[2]`, '116.004'),
    'BR-DEC-15',
  ],
];

export const SUM_ROWS: readonly Row[] = [...ALLOWANCES_AND_CHARGES, ...TOTALS, ...DECIMALS, ...VAT_DECIMALS];
