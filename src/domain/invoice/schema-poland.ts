import { GTU_CODES, PROCEDURES } from './codes/polish-marks.ts';
import { boolean, code, group, text } from './members.ts';

/** TZnakowy and TZnakowy50 of FA(3). */
const LONGEST = { text: 256, code: 50 };

/** What Poland alone asks of an invoice: marks of FA(3) that no business term says. */
export const polishMarks = group(undefined, {
  splitPayment: boolean(),
  cashAccounting: boolean(),
  reverseCharge: boolean(),
  triangularSimplification: boolean(),
  relatedParties: boolean(),
  tillReceipt: boolean(),
  placeOfIssue: text(undefined, { maxLength: LONGEST.text }),
});

/** The same of a line. */
export const polishLineMarks = group(undefined, {
  // The goods or services are named in annex 15 to the VAT act.
  annex_15: boolean(),
  gtu: code(undefined, GTU_CODES, 'groups of goods and services of FA(3), GTU_01 to GTU_13'),
  procedure: code(undefined, PROCEDURES, 'procedures of FA(3)'),
  pkwiu: text(undefined, { maxLength: LONGEST.code }),
  cn: text(undefined, { maxLength: LONGEST.code }),
  pkob: text(undefined, { maxLength: LONGEST.code }),
});
