import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

interface DayAmount {
  readonly vatRate: string;
  readonly net: string;
  readonly vat: string;
}

/** Each sale of a till is rounded by itself. */
const ROUNDED_PER_SALE = 0.05;
const SALES_IF_UNKNOWN = 20;
const SHARE_ALLOWED = 0.01;

/** The first VAT amount of a day that its rate does not explain. */
export function doubtedVat(amounts: readonly DayAmount[], count: number | undefined): readonly Finding[] {
  const rounded = new Decimal(ROUNDED_PER_SALE).times(count || SALES_IF_UNKNOWN);
  const index = amounts.findIndex(({ vatRate, net, vat }) => {
    const expected = new Decimal(net).times(vatRate).div(100);
    const allowed = Decimal.max(rounded, expected.abs().times(SHARE_ALLOWED));
    return expected.minus(vat).abs().gt(allowed);
  });
  return index < 0 ? [] : [{ ...VAT_OF_DAY, field: `amounts[${index}].vat` }];
}

export const VAT_OF_DAY: Finding = {
  code: 'EI-VAT-OF-DAY',
  severity: 'warning',
  source: 'pre-check',
  message: say('checks.EI-VAT-OF-DAY.message'),
  fixHint: say('checks.EI-VAT-OF-DAY.hint'),
  whoFixes: 'erp',
};
