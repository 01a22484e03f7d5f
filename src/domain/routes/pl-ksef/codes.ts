import type { Family, Words } from '../../findings/code-words.ts';
import { KSEF_ANSWERS } from './answer-codes.ts';

/** Requirements of KSeF on a file beyond its schema: the layer `ksef-file`. */
const KSEF_FILE_CODES: readonly Words[] = [
  [
    'EI-KSEF-BOM',
    'erp',
    'The file begins with a byte order mark',
    'KSeF takes UTF-8 without the three bytes (EF BB BF) that some programs put first.',
    'Save the file as UTF-8 without BOM.',
  ],
  [
    'EI-KSEF-ENCODING',
    'erp',
    'The file is not written in UTF-8',
    'KSeF takes UTF-8 only, and the first line of the file may name no other encoding.',
    'Write the file in UTF-8.',
  ],
  [
    'EI-KSEF-VERSION',
    'erp',
    'The file is not XML 1.0',
    'KSeF takes XML 1.0 only; the first line of the file names another version.',
    'Write version="1.0" in the first line, or leave that line out.',
  ],
  [
    'EI-KSEF-INSTRUCTION',
    'erp',
    'The file holds a processing instruction',
    'KSeF does not take instructions to other programs, such as a style sheet, in the file.',
    'Take out what stands between <? and ?>; the first line of the file may stay.',
  ],
  [
    'EI-KSEF-CHARACTER',
    'erp',
    'The file holds a control character',
    'KSeF does not take characters that XML advises against: control characters (7F to 84, 86 to 9F) and those that Unicode has left ' +
      'out for good. They often come from a text that was read in a wrong code page.',
    'Enter the text again that the message points at.',
  ],
  [
    'EI-KSEF-SIZE',
    'erp',
    'The file is too large for KSeF',
    'KSeF takes 1,000,000 bytes, and 3,000,000 with an attachment (Zalacznik).',
    'Split the invoice.',
  ],
  [
    'EI-KSEF-DATE',
    'erp',
    'The invoice is dated in the future',
    'KSeF takes no invoice whose date of issue (P_1) is after the day, in Poland, on which it takes it.',
    'Correct the date of issue, or send the invoice on its day.',
  ],
  [
    'EI-KSEF-NIP',
    'erp',
    'A NIP is mistyped',
    'The last digit of the Polish tax number is a check digit and does not fit the others. KSeF looks at it in production only, so in ' +
      'the sandbox this is a warning.',
    'Check the tax number of the party.',
  ],
  [
    'EI-KSEF-ATTACHMENT',
    'client',
    'The invoice has an attachment',
    'KSeF takes attachments (Zalacznik) in batches only, and only of a seller who has registered for them in e-Urząd Skarbowy. A ' +
      'warning: such an invoice goes in a batch of its own, and KSeF refuses it with 415 if its seller has not.',
    'Register for attachments, or leave the attachment out.',
  ],
];

/** Polish requirements beyond the schema of FA(3), checked in the canonical form. */
export const KSEF_RULE_CODES: readonly Words[] = [
  [
    'EI-FA3-UNION-BUYER',
    'erp',
    'A supply into the European Union has no buyer there',
    'VAT category K is for goods that go to a business in another member state, which is known by its VAT number for the Union.',
    "Enter the buyer's VAT number for the Union, or correct the VAT category.",
  ],
  [
    'EI-FA3-CHARGED-BUYER',
    'erp',
    'The buyer who is to pay the VAT has no tax number',
    'In VAT category AE (reverse charge) the buyer pays the VAT, which only a business can do.',
    "Enter the buyer's VAT number, or correct the VAT category.",
  ],
  [
    'EI-FA3-BILLING-BUYER',
    'erp',
    'The buyer who writes the invoice has no NIP',
    'A self-billed invoice (389) goes to KSeF in the name of the buyer, whom KSeF knows by the NIP.',
    "Enter the buyer's NIP with PL before it.",
  ],
  [
    'EI-FA3-CORRECTED',
    'erp',
    'The invoice that is corrected has no KSeF number yet',
    'It was sent through here and is on its way to KSeF. A correction without its number would say that it was issued outside of KSeF.',
    'Send the correction when that invoice is accepted.',
  ],
  [
    'EI-FA3-FORM',
    'erp',
    'FA(3) has no place for this, or asks for something else',
    'The structure FA(3) of the Ministry of Finance is a form with fixed fields: rates and kinds of invoices of Poland, a NIP, prices with ' +
      'eight decimals. No published rule has an id for it. The finding says which member does not fit.',
    'Change the member as the finding says.',
  ],
];

/** Contents that are probably not meant in an invoice for KSeF; they refuse nothing. */
const KSEF_WARNING_CODES: readonly Words[] = [
  [
    'EI-FA3-NOTE',
    'erp',
    'A note speaks of something that the invoice is not marked for',
    'Split payment, the cash method and reverse charge are marks of FA(3). The words of a note set none of them, because a footer has ' +
      'them on every invoice. A warning: the note is written all the same.',
    'Say the member that the message names, if it applies to this invoice.',
  ],
  [
    'EI-FA3-SPLIT-PAYMENT',
    'erp',
    'Split payment does not fit the lines',
    'Goods and services of annex 15 to the VAT act are paid by split payment if the invoice is above 15,000 PLN. What the invoice ' +
      'says differs from that. A warning.',
    'Correct pl.split_payment, or annex_15 of the lines.',
  ],
  [
    'EI-FA3-BUYER-UNSEEN',
    'erp',
    'The buyer will not see this invoice in KSeF',
    'KSeF shows an invoice to the buyer whose NIP stands in its own element. Another number there, or none, is taken without a word. ' +
      'A warning.',
    "Enter the buyer's NIP, ten digits, with PL before it.",
  ],
  [
    'EI-FA3-ADVANCE',
    'erp',
    'The invoice may charge VAT that an advance invoice charged already',
    'It says that something was paid before, and names an earlier invoice. VAT on an advance is charged with the advance invoice, and a ' +
      'final invoice takes it off; payment.prepaid_amount takes nothing off the VAT. A warning.',
    'Name the advance invoice in advance_invoices with its vat_breakdown, in place of payment.prepaid_amount, if it charged VAT.',
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
