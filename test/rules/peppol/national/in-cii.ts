import { type Edit, add, all, make, remove, removeAttribute, set, setAttribute } from '../../edits.ts';
import { ACCOUNT, ALLOWANCE, BUYER, CHARGE, DOCUMENT, PAYMENT, PRODUCT, REPRESENTATIVE, SELLER, SETTLEMENT, SUMS, TERMS } from '../../cii/places.ts'; // prettier-ignore
import type { Row } from '../../cii/rows.ts';
import type { Country } from './country.ts';

interface CountryInCii extends Omit<Country, 'rows'> {
  readonly rows: readonly Row[];
}

const COUNTRY = 'ram:PostalTradeAddress/ram:CountryID';
const REGISTER_NUMBER = 'ram:SpecifiedLegalOrganization/ram:ID';
const REGISTRATION = 'ram:SpecifiedTaxRegistration';
const CLASS = `${PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`;
const REFERENCE = `${SETTLEMENT}/ram:PaymentReference`;

const located = (country: string, ...parties: readonly string[]): Edit =>
  all(...parties.map((party) => set(`${party}/${COUNTRY}`, country)));
/** The published rules read only numbers with the scheme VAT; EN 16931 has VA. */
const vatNumber = (number: string): Edit =>
  all(
    set(`${SELLER}/${REGISTRATION}/ram:ID`, number),
    setAttribute(`${SELLER}/${REGISTRATION}/ram:ID`, 'schemeID', 'VAT'),
  );
const registration = (number: string): Edit =>
  add(SELLER, `<${REGISTRATION}><ram:ID schemeID="FC">${number}</ram:ID></${REGISTRATION}>`);
const registered = (party: string, scheme: string, number: string): Edit =>
  all(make(`${party}/${REGISTER_NUMBER}/@schemeID`, scheme), set(`${party}/${REGISTER_NUMBER}`, number));
const payBy = (code: string): Edit => set(`${PAYMENT}/ram:TypeCode`, code);
const account = (iban: string): Edit => set(`${ACCOUNT}/ram:IBANID`, iban);
const reference = (text: string): Edit => set(REFERENCE, text);
const bank = (bic: string): Edit =>
  set(`${PAYMENT}/ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID`, bic);
const localAccount = (number: string): Edit =>
  all(remove(`${ACCOUNT}/ram:IBANID`), make(`${ACCOUNT}/ram:ProprietaryID`, number));
const without = (party: string, part: string): Edit => remove(`${party}/ram:PostalTradeAddress/ram:${part}`);

const NORWAY: CountryInCii = {
  name: 'Norway',
  home: all(located('NO', SELLER), vatNumber('NO974760673MVA'), registration('Foretaksregisteret')),
  rows: [
    ['a wrong digit in the VAT number', vatNumber('NO974760674MVA'), 'NO-R-001'],
    ['a VAT number without MVA', vatNumber('NO974760673'), 'NO-R-001'],
    ['no note about the register', remove(`${SELLER}/${REGISTRATION}[2]`), 'NO-R-002'],
    ['another tax number besides', registration('4711'), ''],
    [
      'a number with an unchecked scheme',
      all(
        setAttribute(`${SELLER}/${REGISTRATION}/ram:ID`, 'schemeID', 'VA'),
        set(`${SELLER}/${REGISTRATION}/ram:ID`, 'NO1'),
      ),
      '',
    ],
    [
      'a Norwegian seller by its tax representative',
      all(
        located('CH', SELLER),
        remove(`${SELLER}/${REGISTRATION}`, `${SELLER}/${REGISTRATION}[2]`),
        setAttribute(`${REPRESENTATIVE}/${REGISTRATION}/ram:ID`, 'schemeID', 'VAT'),
        set(`${REPRESENTATIVE}/${REGISTRATION}/ram:ID`, 'NO974760673MVA'),
      ),
      'NO-R-002',
    ],
  ],
};

const giro = (text: string, number = '1234567'): Edit => all(payBy('50'), reference(text), account(number));
const slip = (text: string, number = '12345678'): Edit => all(payBy('93'), reference(text), account(number));
const directDebit = all(
  payBy('49'),
  make(`${SETTLEMENT}/ram:CreditorReferenceID`, 'C-1'),
  make(`${TERMS}/ram:DirectDebitMandateID`, 'M-1'),
);
const duty = (reason: string): Edit =>
  all(
    set(`${CHARGE}/ram:ReasonCode`, 'ZZZ'),
    set(`${CHARGE}/ram:Reason`, reason),
    remove(`${ALLOWANCE}/ram:Reason`),
  );
const DENMARK: CountryInCii = {
  name: 'Denmark',
  home: all(
    located('DK', SELLER, BUYER),
    ...[SELLER, BUYER].map((party) => registered(party, '0184', '12345678')),
  ),
  rows: [
    ['no CVR number', remove(`${SELLER}/${REGISTER_NUMBER}`), 'DK-R-002'],
    ["a seller's number of another scheme", registered(SELLER, '0204', '1'), 'DK-R-014'],
    ["a buyer's number without a scheme", removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'), ''],
    [
      'a seller identifier without a scheme',
      removeAttribute(`${SELLER}/ram:GlobalID`, 'schemeID'),
      'DK-R-013',
    ],
    ['a buyer identifier without a scheme', removeAttribute(`${BUYER}/ram:GlobalID`, 'schemeID'), 'DK-R-013'],
    [
      'a negative credit note',
      all(set(`${DOCUMENT}/ram:TypeCode`, '381'), set(`${SUMS}/ram:DuePayableAmount`, '-1.00')),
      'DK-R-016',
    ],
    ['a negative invoice', set(`${SUMS}/ram:DuePayableAmount`, '-1.00'), ''],
    ['an unusual means of payment', payBy('30'), 'DK-R-005'],
    ['an unusual means of payment for a foreign buyer', all(located('FR', BUYER), payBy('30')), ''],
    ['a transfer', payBy('31'), ''],
    ['a transfer without a bank', all(payBy('42'), bank(' ')), 'DK-R-006'],
    ['a direct debit with all that the schema has', directDebit, 'DK-R-007'],
    [
      'a direct debit with the mandate at a place that the schema does not have',
      all(directDebit, make(`${PAYMENT}/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID`, 'M-1')),
      '',
    ],
    ['a giro', giro('01#'), ''],
    ['a giro of eight digits', giro('01#', '12345678'), 'DK-R-008'],
    ['a giro of an unknown card type', giro('02#'), 'DK-R-008'],
    ['a giro with too short a reference', giro('04#1'), 'DK-R-009'],
    ['a slip', slip('73#'), ''],
    ['a slip of an unknown card type', slip('70#'), 'DK-R-010'],
    ['a slip with too short a reference', slip('71#1'), 'DK-R-011'],
    ['a UNSPSC code without an edition', setAttribute(CLASS, 'listID', 'TST'), 'DK-R-003'],
    ['a duty by its number', duty('3312'), ''],
    ['a duty by its name', duty('Sugar'), 'DK-R-004'],
  ],
};

const ITALY: CountryInCii = {
  name: 'Italy',
  home: all(located('IT', SELLER), registration('RSSMRA80A01H501U')),
  rows: [
    ['a short tax number', set(`${SELLER}/${REGISTRATION}[2]/ram:ID`, '1'), 'IT-R-001'],
    ['no street', without(SELLER, 'LineOne'), 'IT-R-002'],
    ['no city', without(SELLER, 'CityName'), 'IT-R-003'],
    ['no postcode', without(SELLER, 'PostcodeCode'), 'IT-R-004'],
  ],
};

const giroOf = (kind: string, number: string): Edit =>
  all(payBy('30'), bank(`SE:${kind}`), localAccount(number));
const SWEDEN: CountryInCii = {
  name: 'Sweden',
  home: all(
    located('SE', SELLER),
    registered(SELLER, '0007', '5560360793'),
    registration('Godkänd för F-skatt'),
  ),
  rows: [
    ['a VAT number of 13 characters', vatNumber('SE55603607931'), 'SE-R-001 SE-R-006'],
    ['a letter in the VAT number', vatNumber('SE55603607930X'), 'SE-R-002 SE-R-006'],
    ['another rate', vatNumber('SE556036079301'), 'SE-R-006'],
    [
      'a hyphen in the organisation number',
      registered(SELLER, '0204', '556036-0793'),
      'SE-R-003 SE-R-004 SE-R-013',
    ],
    ['a wrong last digit', registered(SELLER, '0204', '5560360794'), 'SE-R-013'],
    ['another registration', set(`${SELLER}/${REGISTRATION}[2]/ram:ID`, 'yes'), 'SE-R-005'],
    ['a plusgiro account', giroOf('PLUSGIRO', '12'), ''],
    ['letters in a plusgiro account', giroOf('PLUSGIRO', '12-3'), 'SE-R-007'],
    ['a plusgiro account of nine digits', giroOf('PLUSGIRO', '123456789'), 'SE-R-010'],
    ['letters in a bankgiro account', giroOf('BANKGIRO', '123-4567'), 'SE-R-008'],
    ['a bankgiro account of six digits', giroOf('BANKGIRO', '123456'), 'SE-R-009'],
    ['a giro as the means of payment', payBy(' 50 '), 'SE-R-011'],
    ['a transfer between banks', all(located('SE', BUYER), payBy('31')), 'SE-R-012'],
    ['a transfer between banks from abroad', payBy('31'), ''],
  ],
};

const NETHERLANDS: CountryInCii = {
  name: 'the Netherlands',
  home: all(
    located('NL', SELLER, BUYER, REPRESENTATIVE),
    ...[SELLER, BUYER].map((party) => registered(party, '0106', '12345678')),
  ),
  rows: [
    [
      'a credit note without an invoice',
      all(set(`${DOCUMENT}/ram:TypeCode`, '381'), remove(`${SETTLEMENT}/ram:InvoiceReferencedDocument`)),
      'NL-R-001',
    ],
    ['an invoice without a preceding one', remove(`${SETTLEMENT}/ram:InvoiceReferencedDocument`), ''],
    ['no street of the seller', without(SELLER, 'LineOne'), 'NL-R-002'],
    ["a seller's number of another scheme", registered(SELLER, '0204', '1'), 'NL-R-003'],
    ['no city of the buyer', without(BUYER, 'CityName'), 'NL-R-004'],
    [
      "a buyer's number without a scheme",
      removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'),
      'NL-R-005',
    ],
    ['no postcode of the representative', without(REPRESENTATIVE, 'PostcodeCode'), 'NL-R-006'],
    ['no means of payment', remove(PAYMENT), 'NL-R-007'],
    ['a zero amount due', all(remove(PAYMENT), set(`${SUMS}/ram:DuePayableAmount`, '0.00')), ''],
    ['a credit note that the seller pays', all(set(`${DOCUMENT}/ram:TypeCode`, '381'), remove(PAYMENT)), ''],
    ['an unusual means of payment', payBy('10'), 'NL-R-008'],
    [
      'a line of a missing order',
      remove(
        'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerOrderReferencedDocument',
      ),
      'NL-R-009',
    ],
  ],
};

export const COUNTRIES_IN_CII: readonly Country[] = [NORWAY, DENMARK, ITALY, SWEDEN, NETHERLANDS].map(
  (country) => ({
    ...country,
    rows: country.rows.map(([has, edit, finds]) => ({
      it: `${finds === '' ? 'takes' : 'finds'} ${has}`,
      edit,
      finds: finds === '' ? [] : finds.split(' '),
    })),
  }),
);
