import type { Family, Words } from '../../findings/code-words.ts';
import { KSEF_ANSWERS } from './answer-codes.ts';

/** Requirements of KSeF on a file beyond its schema: the layer `ksef-file`. */
const KSEF_FILE_CODES: readonly Words[] = [
  [
    'EI-KSEF-BOM',
    'erp',
    'The file begins with a byte order mark',
    'KSeF accepts UTF-8 without the three bytes (EF BB BF) that some programs put first.',
    'Save the file as UTF-8 without BOM.',
  ],
  [
    'EI-KSEF-ENCODING',
    'erp',
    'The file is not written in UTF-8',
    'KSeF accepts only UTF-8, and the first line of the file may name no other encoding.',
    'Write the file in UTF-8.',
  ],
  [
    'EI-KSEF-VERSION',
    'erp',
    'The file is not XML 1.0',
    'KSeF accepts only XML 1.0; the first line of the file names another version.',
    'Write version="1.0" in the first line, or leave that line out.',
  ],
  [
    'EI-KSEF-INSTRUCTION',
    'erp',
    'The file contains a processing instruction',
    'KSeF accepts no instructions to other programs, such as a style sheet, in the file.',
    'Remove the text between <? and ?>; the first line of the file may stay.',
  ],
  [
    'EI-KSEF-CHARACTER',
    'erp',
    'The file contains a control character',
    'KSeF accepts no characters that XML advises against: control characters (7F to 84, 86 to 9F) and the noncharacters of Unicode. ' +
      'They often come from a text that was read in a wrong code page.',
    'The message names the place. Enter the text at this place again.',
  ],
  [
    'EI-KSEF-SIZE',
    'erp',
    'The file is too large for KSeF',
    'KSeF accepts 1,000,000 bytes, and 3,000,000 with an attachment (Zalacznik).',
    'Split the invoice.',
  ],
  [
    'EI-KSEF-DATE',
    'erp',
    'The invoice is dated in the future',
    'KSeF refuses an invoice whose date of issue (P_1) is after the current day in Poland.',
    'Correct the date of issue, or send the invoice on its day.',
  ],
  [
    'EI-KSEF-NIP',
    'erp',
    'A NIP is mistyped',
    'The last digit of the Polish tax number is a check digit, and it does not match the others. KSeF checks it only in production, ' +
      'so in the sandbox this is a warning.',
    'Check the tax number of the party.',
  ],
  [
    'EI-KSEF-ATTACHMENT',
    'client',
    'The invoice has an attachment',
    'KSeF accepts attachments (Zalacznik) only in batches, and only of a seller who has registered for them in e-Urząd Skarbowy. This ' +
      'is a warning: the service sends such an invoice in its own batch, and KSeF refuses it with 415 if the seller is not registered.',
    'Register for attachments, or leave the attachment out.',
  ],
];

/** Polish requirements beyond the schema of FA(3), checked in the canonical form. */
export const KSEF_RULE_CODES: readonly Words[] = [
  [
    'EI-FA3-UNION-BUYER',
    'erp',
    'The buyer of an intra-Community supply has no VAT number of another member state',
    'VAT category K is for goods that go to a business in another member state, and this business has a VAT number for the Union.',
    "Enter the buyer's VAT number for the Union, or correct the VAT category.",
  ],
  [
    'EI-FA3-CHARGED-BUYER',
    'erp',
    'The buyer who must pay the VAT has no tax number',
    'In VAT category AE (reverse charge) the buyer pays the VAT, and only a business can do that.',
    "Enter the buyer's VAT number, or correct the VAT category.",
  ],
  [
    'EI-FA3-BILLING-BUYER',
    'erp',
    'The buyer who writes the invoice has no NIP',
    'The service sends a self-billed invoice (389) to KSeF in the name of the buyer, and KSeF identifies the buyer by the NIP.',
    "Enter the buyer's NIP with PL before it.",
  ],
  [
    'EI-FA3-CORRECTED',
    'erp',
    'The corrected invoice has no KSeF number yet',
    'This service is still sending the corrected invoice to KSeF. A correction without its KSeF number would state that it was issued ' +
      'outside of KSeF.',
    'Send the correction after KSeF has accepted that invoice.',
  ],
  [
    'EI-FA3-FORM',
    'erp',
    'FA(3) has no field for this value, or requires another value',
    'The structure FA(3) of the Ministry of Finance is a form with fixed fields: Polish VAT rates and invoice types, a NIP, prices ' +
      'with eight decimals. No published rule id covers this error. The finding names the member.',
    'Change the member as the finding describes.',
  ],
];

/** Contents that are probably not meant in an invoice for KSeF; they refuse nothing. */
const KSEF_WARNING_CODES: readonly Words[] = [
  [
    'EI-FA3-NOTE',
    'erp',
    'A note mentions something for which the invoice has no mark',
    'FA(3) has marks for split payment, the cash method and reverse charge. The text of a note sets no mark, because a footer may ' +
      'contain these words on every invoice. This is a warning: the note is still written.',
    'If it applies to this invoice, set the member that the message names.',
  ],
  [
    'EI-FA3-SPLIT-PAYMENT',
    'erp',
    'The mark for split payment does not match the lines',
    'Goods and services of annex 15 to the VAT act are paid by split payment if the invoice is above 15,000 PLN. The invoice states ' +
      'something else. This is a warning.',
    'Correct pl.split_payment, or annex_15 of the lines.',
  ],
  [
    'EI-FA3-BUYER-UNSEEN',
    'erp',
    'The buyer will not see this invoice in KSeF',
    'KSeF shows an invoice to the buyer whose NIP is in the element NIP. KSeF accepts another number, or none, without a ' +
      'message. This is a warning.',
    "Enter the buyer's NIP, ten digits, with PL before it.",
  ],
  [
    'EI-FA3-ADVANCE',
    'erp',
    'The invoice may charge VAT that an advance invoice has already charged',
    'The invoice states an earlier payment and names an earlier invoice. An advance invoice charges the VAT on the advance, and the ' +
      'final invoice deducts it; payment.prepaid_amount deducts no VAT. This is a warning.',
    'If the advance invoice charged VAT, name it in advance_invoices with its vat_breakdown, and remove payment.prepaid_amount.',
  ],
  [
    'EI-KSEF-CORRECTION',
    'erp',
    'The technical correction changes the content of the invoice',
    'The buyer has the page of the refused document. A technical correction makes the same invoice readable for KSeF; its content is ' +
      'corrected by another invoice. This is a warning: KSeF does not compare the contents.',
    'Leave the content as the buyer has it, and change it afterwards by a correction (type 381 or 384).',
  ],
];

/** All Polish codes. */
export const KSEF_CODES: readonly Family[] = [
  { family: 'Poland rule', layer: 'schema', codes: [...KSEF_RULE_CODES, ...KSEF_WARNING_CODES] },
  {
    family: 'Poland file check',
    layer: 'ksef-file',
    codes: KSEF_FILE_CODES,
  },
  ...KSEF_ANSWERS,
];
