const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

const party = (role: string, seat: string): string =>
  `<cac:${role}><cbc:EndpointID schemeID="0242">${seat}</cbc:EndpointID></cac:${role}>`;

const line = (reason: string): string =>
  '<cac:LineResponse><cac:LineReference><cbc:LineID>NA</cbc:LineID></cac:LineReference><cac:Response>' +
  '<cbc:Description>The mailbox is closed.</cbc:Description>' +
  `<cac:Status><cbc:StatusReasonCode>${reason}</cbc:StatusReasonCode></cac:Status></cac:Response></cac:LineResponse>`;

/** A Message Level Status (Peppol MLS specification 1.0) about an envelope. @param reason of a refusal. */
export const mlsAbout = (instanceIdentifier: string, code: string, reason = 'FD'): string =>
  `<ApplicationResponse xmlns="${UBL}:ApplicationResponse-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" ` +
  `xmlns:cac="${UBL}:CommonAggregateComponents-2"><cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID>` +
  '<cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID><cbc:ID>mls-1</cbc:ID>' +
  '<cbc:IssueDate>2026-11-24</cbc:IssueDate><cbc:IssueTime>09:00:00Z</cbc:IssueTime>' +
  party('SenderParty', '000001') +
  party('ReceiverParty', '000002') +
  `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>` +
  `${code === 'RE' ? '<cbc:Description>Not delivered</cbc:Description>' : ''}</cac:Response>` +
  `<cac:DocumentReference><cbc:ID>${instanceIdentifier}</cbc:ID></cac:DocumentReference>` +
  `${code === 'RE' ? line(reason) : ''}</cac:DocumentResponse></ApplicationResponse>`;
