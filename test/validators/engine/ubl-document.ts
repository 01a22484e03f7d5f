/** A UBL invoice with a number of lines; 270 lines are about 250 KB, indented as most programs write them. */
export function ublInvoice(lines: number): string {
  return [HEAD, ...Array.from({ length: lines }, (_, i) => line(i + 1)), '</ubl:Invoice>\n'].join('');
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<ubl:Invoice xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
             xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
             xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
    <cbc:ID>F-2026-0001</cbc:ID>
    <cbc:IssueDate>2026-03-01</cbc:IssueDate>
    <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
    <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
    <cac:AccountingSupplierParty>
        <cac:Party>
            <cbc:EndpointID schemeID="EM">rechnung@example.com</cbc:EndpointID>
            <cac:PartyName>
                <cbc:Name>Müller &amp; Söhne</cbc:Name>
            </cac:PartyName>
            <cac:PostalAddress>
                <cbc:CityName>Köln</cbc:CityName>
                <cac:Country>
                    <cbc:IdentificationCode>DE</cbc:IdentificationCode>
                </cac:Country>
            </cac:PostalAddress>
        </cac:Party>
    </cac:AccountingSupplierParty>
`;

const line = (n: number): string => `    <cac:InvoiceLine>
        <cbc:ID>${String(n)}</cbc:ID>
        <cbc:InvoicedQuantity unitCode="C62">${String(n % 17)}</cbc:InvoicedQuantity>
        <cbc:LineExtensionAmount currencyID="EUR">${((n * 37) % 1000).toFixed(2)}</cbc:LineExtensionAmount>
        <cac:InvoicePeriod>
            <cbc:StartDate>2026-02-01</cbc:StartDate>
            <cbc:EndDate>2026-02-28</cbc:EndDate>
        </cac:InvoicePeriod>
        <cac:Item>
            <cbc:Description>Product number ${String(n)} of the catalogue, blue</cbc:Description>
            <cbc:Name>Product ${String(n)}</cbc:Name>
            <cac:SellersItemIdentification>
                <cbc:ID>P-${String(n)}</cbc:ID>
            </cac:SellersItemIdentification>
            <cac:ClassifiedTaxCategory>
                <cbc:ID>S</cbc:ID>
                <cbc:Percent>19.00</cbc:Percent>
                <cac:TaxScheme>
                    <cbc:ID>VAT</cbc:ID>
                </cac:TaxScheme>
            </cac:ClassifiedTaxCategory>
        </cac:Item>
        <cac:Price>
            <cbc:PriceAmount currencyID="EUR">${((n * 37) % 1000).toFixed(2)}</cbc:PriceAmount>
            <cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity>
        </cac:Price>
    </cac:InvoiceLine>
`;
