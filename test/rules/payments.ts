import { type Edit, add, all, make, remove, set } from './edits.ts';
import { SELLER, PAYMENT } from './places.ts';

export const CARD = `${PAYMENT}/cac:CardAccount/cbc:PrimaryAccountNumberID`;
export const code = (value: string): Edit => set(`${PAYMENT}/cbc:PaymentMeansCode`, value);
export const noAccount = remove(`${PAYMENT}/cac:PayeeFinancialAccount`);
export const creditor = add(
  SELLER,
  '<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>',
);
export const mandate = all(
  make(`${PAYMENT}/cac:PaymentMandate/cbc:ID`, 'M-1'),
  make(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`, 'DE75512108001245126199'),
);
export const directDebit = all(code('59'), noAccount, mandate, creditor);
export const terms = (text: string): Edit => set('cac:PaymentTerms/cbc:Note', text);
