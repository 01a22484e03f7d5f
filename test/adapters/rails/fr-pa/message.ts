interface MessageContent {
  readonly code?: string;
  readonly number?: string;
  readonly date?: string;
  readonly seller?: string;
  /** Format 204. */
  readonly setAt?: string;
  readonly reasons?: readonly string[];
  readonly amounts?: readonly (readonly [type: string, amount: string])[];
}

const UN = 'urn:un:unece:uncefact:data:standard';

/** A lifecycle message (CDAR) in the form of the published ones. */
export function aMessage({
  code = '200',
  number = 'F-1',
  date = '20261005',
  seller = '100000009',
  setAt,
  reasons = [],
  amounts = [],
}: MessageContent): string {
  const statuses = reasons.map(
    (reason, n) =>
      `<ram:SpecifiedDocumentStatus><ram:ReasonCode>${reason}</ram:ReasonCode><ram:Reason>un motif</ram:Reason><ram:SequenceNumeric>${n + 1}</ram:SequenceNumeric></ram:SpecifiedDocumentStatus>`,
  );
  const characteristics = amounts.map(
    ([type, amount]) =>
      `<ram:SpecifiedDocumentStatus><ram:SpecifiedDocumentCharacteristic><ram:TypeCode>${type}</ram:TypeCode><ram:ValueAmount currencyID="EUR">${amount}</ram:ValueAmount></ram:SpecifiedDocumentCharacteristic></ram:SpecifiedDocumentStatus>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="${UN}:CrossDomainAcknowledgementAndResponse:100" xmlns:ram="${UN}:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="${UN}:QualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${number}_${code}</ram:ID></rsm:ExchangedDocument>
<rsm:AcknowledgementDocument>
<ram:TypeCode>305</ram:TypeCode>${setAt === undefined ? '' : `\n<ram:IssueDateTime><qdt:DateTimeString format="204">${setAt}</qdt:DateTimeString></ram:IssueDateTime>`}
<ram:ReferenceReferencedDocument>
<ram:IssuerAssignedID>${number}</ram:IssuerAssignedID>
<ram:TypeCode>380</ram:TypeCode>
<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${date}</qdt:DateTimeString></ram:FormattedIssueDateTime>
<ram:ProcessConditionCode>${code}</ram:ProcessConditionCode>
<ram:IssuerTradeParty><ram:GlobalID schemeID="0002">${seller}</ram:GlobalID></ram:IssuerTradeParty>
${[...statuses, ...characteristics].join('\n')}
</ram:ReferenceReferencedDocument>
</rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>`;
}
