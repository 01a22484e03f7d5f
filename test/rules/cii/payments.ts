import { type Edit, all, make, remove, set } from '../edits.ts';
import * as at from './places.ts';

export const code = (value: string): Edit => set(`${at.PAYMENT}/ram:TypeCode`, value);
export const noAccount = remove(at.ACCOUNT, `${at.PAYMENT}/ram:PayeeSpecifiedCreditorFinancialInstitution`);
export const mandate = make(`${at.TERMS}/ram:DirectDebitMandateID`, 'M-1');
export const creditor = make(`${at.SETTLEMENT}/ram:CreditorReferenceID`, 'DE98ZZZ09999999999');
export const debited = make(
  `${at.PAYMENT}/ram:PayerPartyDebtorFinancialAccount/ram:IBANID`,
  'DE75512108001245126199',
);
export const directDebit = all(code('59'), noAccount, mandate, creditor, debited);
export const card = make(`${at.PAYMENT}/ram:ApplicableTradeSettlementFinancialCard/ram:ID`, '1234');
