/** Where the terms of an invoice stand in each form of it: by local names below the root; the first that is there counts. */
interface Paths {
  readonly ubl?: readonly string[];
  readonly cii?: readonly string[];
  readonly fa3?: readonly string[];
  /** In the canonical document, as a finding names it. */
  readonly json?: string;
}

export type Syntax = 'ubl' | 'cii' | 'fa3';

export const syntaxOf = (root: string): Syntax =>
  root === 'CrossIndustryInvoice' ? 'cii' : root === 'Faktura' ? 'fa3' : 'ubl';

const TRADE = 'SupplyChainTradeTransaction';
const AGREEMENT = `${TRADE}/ApplicableHeaderTradeAgreement`;
const SETTLEMENT = `${TRADE}/ApplicableHeaderTradeSettlement`;
const SUMMATION = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';

export const HEADER_TERMS = {
  'BT-1': { ubl: ['ID'], cii: ['ExchangedDocument/ID'], fa3: ['Fa/P_2'], json: 'invoice.number' },
  'BT-2': {
    ubl: ['IssueDate'],
    cii: ['ExchangedDocument/IssueDateTime/DateTimeString'],
    fa3: ['Fa/P_1'],
    json: 'invoice.issue_date',
  },
  'BT-3': {
    ubl: ['InvoiceTypeCode', 'CreditNoteTypeCode'],
    cii: ['ExchangedDocument/TypeCode'],
    fa3: ['Fa/RodzajFaktury'],
    json: 'invoice.type_code',
  },
  'BT-5': {
    ubl: ['DocumentCurrencyCode'],
    cii: [`${SETTLEMENT}/InvoiceCurrencyCode`],
    fa3: ['Fa/KodWaluty'],
    json: 'invoice.currency',
  },
  'BT-9': {
    ubl: ['DueDate', 'PaymentMeans/PaymentDueDate'],
    cii: [`${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`],
    fa3: ['Fa/Platnosc/TerminPlatnosci/Termin'],
    json: 'invoice.due_date',
  },
  'BT-10': {
    ubl: ['BuyerReference'],
    cii: [`${AGREEMENT}/BuyerReference`],
    json: 'invoice.buyer_reference',
  },
  'BT-13': {
    ubl: ['OrderReference/ID'],
    cii: [`${AGREEMENT}/BuyerOrderReferencedDocument/IssuerAssignedID`],
    fa3: ['Fa/WarunkiTransakcji/Zamowienia/NrZamowienia'],
    json: 'order_reference',
  },
  'BT-20': {
    ubl: ['PaymentTerms/Note'],
    cii: [`${SETTLEMENT}/SpecifiedTradePaymentTerms/Description`],
    json: 'payment.terms',
  },
  'BT-22': {
    ubl: ['Note'],
    cii: ['ExchangedDocument/IncludedNote/Content'],
    fa3: ['Stopka/Informacje/StopkaFaktury'],
    json: 'invoice.notes',
  },
  'BT-27': {
    ubl: [`${SELLER}/PartyLegalEntity/RegistrationName`, `${SELLER}/PartyName/Name`],
    cii: [`${AGREEMENT}/SellerTradeParty/Name`],
    fa3: ['Podmiot1/DaneIdentyfikacyjne/Nazwa'],
    json: 'seller.name',
  },
  'BT-31': {
    ubl: [`${SELLER}/PartyTaxScheme/CompanyID`],
    cii: [`${AGREEMENT}/SellerTradeParty/SpecifiedTaxRegistration/ID`],
    fa3: ['Podmiot1/DaneIdentyfikacyjne/NIP'],
    json: 'seller.vat_id',
  },
  'BT-35': {
    ubl: [`${SELLER}/PostalAddress/StreetName`],
    cii: [`${AGREEMENT}/SellerTradeParty/PostalTradeAddress/LineOne`],
    fa3: ['Podmiot1/Adres/AdresL1'],
    json: 'seller.address.street',
  },
  'BT-37': {
    ubl: [`${SELLER}/PostalAddress/CityName`],
    cii: [`${AGREEMENT}/SellerTradeParty/PostalTradeAddress/CityName`],
    fa3: ['Podmiot1/Adres/AdresL2'],
    json: 'seller.address.city',
  },
  'BT-38': {
    ubl: [`${SELLER}/PostalAddress/PostalZone`],
    cii: [`${AGREEMENT}/SellerTradeParty/PostalTradeAddress/PostcodeCode`],
    json: 'seller.address.postcode',
  },
  'BT-40': {
    ubl: [`${SELLER}/PostalAddress/Country/IdentificationCode`],
    cii: [`${AGREEMENT}/SellerTradeParty/PostalTradeAddress/CountryID`],
    fa3: ['Podmiot1/Adres/KodKraju'],
    json: 'seller.address.country',
  },
  'BT-41': {
    ubl: [`${SELLER}/Contact/Name`],
    cii: [`${AGREEMENT}/SellerTradeParty/DefinedTradeContact/PersonName`],
    json: 'seller.contact.name',
  },
  'BT-42': {
    ubl: [`${SELLER}/Contact/Telephone`],
    cii: [`${AGREEMENT}/SellerTradeParty/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber`],
    fa3: ['Podmiot1/DaneKontaktowe/Telefon'],
    json: 'seller.contact.phone',
  },
  'BT-43': {
    ubl: [`${SELLER}/Contact/ElectronicMail`],
    cii: [`${AGREEMENT}/SellerTradeParty/DefinedTradeContact/EmailURIUniversalCommunication/URIID`],
    fa3: ['Podmiot1/DaneKontaktowe/Email'],
    json: 'seller.contact.email',
  },
  'BT-44': {
    ubl: [`${BUYER}/PartyLegalEntity/RegistrationName`, `${BUYER}/PartyName/Name`],
    cii: [`${AGREEMENT}/BuyerTradeParty/Name`],
    fa3: ['Podmiot2/DaneIdentyfikacyjne/Nazwa'],
    json: 'buyer.name',
  },
  'BT-46': {
    ubl: [`${BUYER}/PartyIdentification/ID`],
    cii: [`${AGREEMENT}/BuyerTradeParty/ID`],
    fa3: ['Podmiot2/NrKlienta'],
    json: 'buyer.reference',
  },
  'BT-48': {
    ubl: [`${BUYER}/PartyTaxScheme/CompanyID`],
    cii: [`${AGREEMENT}/BuyerTradeParty/SpecifiedTaxRegistration/ID`],
    fa3: ['Podmiot2/DaneIdentyfikacyjne/NIP', 'Podmiot2/DaneIdentyfikacyjne/NrVatUE'],
    json: 'buyer.vat_id',
  },
  'BT-50': {
    ubl: [`${BUYER}/PostalAddress/StreetName`],
    cii: [`${AGREEMENT}/BuyerTradeParty/PostalTradeAddress/LineOne`],
    fa3: ['Podmiot2/Adres/AdresL1'],
    json: 'buyer.address.street',
  },
  'BT-52': {
    ubl: [`${BUYER}/PostalAddress/CityName`],
    cii: [`${AGREEMENT}/BuyerTradeParty/PostalTradeAddress/CityName`],
    fa3: ['Podmiot2/Adres/AdresL2'],
    json: 'buyer.address.city',
  },
  'BT-53': {
    ubl: [`${BUYER}/PostalAddress/PostalZone`],
    cii: [`${AGREEMENT}/BuyerTradeParty/PostalTradeAddress/PostcodeCode`],
    json: 'buyer.address.postcode',
  },
  'BT-55': {
    ubl: [`${BUYER}/PostalAddress/Country/IdentificationCode`],
    cii: [`${AGREEMENT}/BuyerTradeParty/PostalTradeAddress/CountryID`],
    fa3: ['Podmiot2/Adres/KodKraju'],
    json: 'buyer.address.country',
  },
  'BT-84': {
    ubl: ['PaymentMeans/PayeeFinancialAccount/ID'],
    cii: [
      `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`,
      `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/ProprietaryID`,
    ],
    fa3: ['Fa/Platnosc/RachunekBankowy/NrRB'],
    json: 'payment.iban',
  },
  'BT-106': { ubl: ['LegalMonetaryTotal/LineExtensionAmount'], cii: [`${SUMMATION}/LineTotalAmount`] },
  'BT-109': { ubl: ['LegalMonetaryTotal/TaxExclusiveAmount'], cii: [`${SUMMATION}/TaxBasisTotalAmount`] },
  'BT-110': { ubl: ['TaxTotal/TaxAmount'], cii: [`${SUMMATION}/TaxTotalAmount`], fa3: ['Fa/P_14_1'] },
  'BT-112': {
    ubl: ['LegalMonetaryTotal/TaxInclusiveAmount'],
    cii: [`${SUMMATION}/GrandTotalAmount`],
    fa3: ['Fa/P_15'],
  },
  'BT-115': { ubl: ['LegalMonetaryTotal/PayableAmount'], cii: [`${SUMMATION}/DuePayableAmount`] },
} as const satisfies Readonly<Record<string, Paths>>;

export type HeaderTerm = keyof typeof HEADER_TERMS;

/** The element of a line of the invoice. */
export const LINE_PATHS: Readonly<Record<Syntax, readonly string[]>> = {
  ubl: ['InvoiceLine', 'CreditNoteLine'],
  cii: [`${TRADE}/IncludedSupplyChainTradeLineItem`],
  fa3: ['Fa/FaWiersz'],
};

const LINE_SETTLEMENT = 'SpecifiedLineTradeSettlement';

/** Below the element of the line; in the canonical document below its entry of `lines`. */
export const LINE_TERMS = {
  'BT-126': { ubl: ['ID'], cii: ['AssociatedDocumentLineDocument/LineID'], fa3: ['NrWierszaFa'], json: 'id' },
  'BT-129': {
    ubl: ['InvoicedQuantity', 'CreditedQuantity'],
    cii: ['SpecifiedLineTradeDelivery/BilledQuantity'],
    fa3: ['P_8B'],
    json: 'quantity',
  },
  'BT-131': {
    ubl: ['LineExtensionAmount'],
    cii: [`${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`],
    fa3: ['P_11'],
  },
  'BT-146': {
    ubl: ['Price/PriceAmount'],
    cii: ['SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'],
    fa3: ['P_9A'],
    json: 'unit_price',
  },
  'BT-152': {
    ubl: ['Item/ClassifiedTaxCategory/Percent'],
    cii: [`${LINE_SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`],
    fa3: ['P_12'],
    json: 'vat_rate',
  },
  'BT-153': { ubl: ['Item/Name'], cii: ['SpecifiedTradeProduct/Name'], fa3: ['P_7'], json: 'name' },
} as const satisfies Readonly<Record<string, Paths>>;

export type LineTerm = keyof typeof LINE_TERMS;

export const pathsOf = (term: string, syntax: Syntax): readonly string[] =>
  (HEADER_TERMS as Readonly<Record<string, Paths>>)[term]?.[syntax] ?? [];

export const jsonPathOf = (term: string): string | undefined =>
  (HEADER_TERMS as Readonly<Record<string, Paths>>)[term]?.json;
