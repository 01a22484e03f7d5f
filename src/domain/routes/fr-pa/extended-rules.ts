import { say } from 'en16931-rules/vocabulary/message.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
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

/** Rules of EXTENDED-CTC-FR that EN 16931 does not have, or no longer. */
export const EXTENDED_FRENCH_RULES: readonly EarlyRule[] = [
  paymentDue(SOURCE, 'ubl', isNoCreditNote),
  paymentDue(SOURCE, 'cii', () => true),
  ONE_VAT_DATE_CODE,
];
