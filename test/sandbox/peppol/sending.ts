import { randomUUID } from 'node:crypto';

export const BILLING =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
export const CREDIT_NOTES = BILLING.replace('Invoice-2::Invoice', 'CreditNote-2::CreditNote');
export const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
export const TOKEN = { 'X-Token': 'a-token' };

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

/** A small invoice that conforms to its schema. */
export const invoice = (
  number: string,
): string => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="${CAC}" xmlns:cbc="${CBC}">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>${BILLING_PROCESS}</cbc:ProfileID>
<cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>2026-11-20</cbc:IssueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cbc:EndpointID schemeID="9930">DE987654321</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>Seller &amp; Sons</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cbc:EndpointID schemeID="9930">DE123456789</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>Buyer</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">1.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">1.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Thing</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`;

export interface Envelope {
  readonly receiver: string;
  readonly instanceIdentifier: string;
  readonly documentType: string;
  readonly process: string;
}

/** A StandardBusinessDocument according to Peppol's envelope specification. */
export function envelope(payload: string, changes: Partial<Envelope> = {}): string {
  const { receiver, instanceIdentifier, documentType, process } = {
    receiver: '9930:de123456789',
    instanceIdentifier: randomUUID(),
    documentType: BILLING,
    process: BILLING_PROCESS,
    ...changes,
  };
  const [, namespace = '', localName = ''] = /^(.+?)::([^:#]+)##/.exec(documentType) ?? [];
  const scope = (type: string, value: string, identifier = ''): string =>
    `<Scope><Type>${type}</Type><InstanceIdentifier>${value}</InstanceIdentifier>${identifier && `<Identifier>${identifier}</Identifier>`}</Scope>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader>
<HeaderVersion>1.0</HeaderVersion>
<Sender><Identifier Authority="iso6523-actorid-upis">9930:de987654321</Identifier></Sender>
<Receiver><Identifier Authority="iso6523-actorid-upis">${receiver}</Identifier></Receiver>
<DocumentIdentification><Standard>${namespace}</Standard><TypeVersion>2.1</TypeVersion><InstanceIdentifier>${instanceIdentifier}</InstanceIdentifier><Type>${localName}</Type><CreationDateAndTime>2026-11-21T08:00:00Z</CreationDateAndTime></DocumentIdentification>
<BusinessScope>${scope('DOCUMENTID', documentType, 'busdox-docid-qns')}${scope('PROCESSID', process, 'cenbii-procid-ubl')}${scope('COUNTRY_C1', 'DE')}</BusinessScope>
</StandardBusinessDocumentHeader>
${payload}
</StandardBusinessDocument>`;
}
