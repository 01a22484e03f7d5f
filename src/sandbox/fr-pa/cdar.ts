import { textAt, withXml } from '../documents.ts';
import { escape } from '../network.ts';
import type { InvoiceParts, PartyParts } from './invoice-parts.ts';
import type { Status } from './statuses.ts';

const UNCEFACT = 'urn:un:unece:uncefact:data:standard';
const MESSAGE = `${UNCEFACT}:CrossDomainAcknowledgementAndResponse:100`;
/** UN/EDIFACT 2379: `YYYYMMDDhhmmss`. */
const TO_THE_SECOND = '204';
const DAY = '102';
const ROLES = { platform: 'WK', buyer: 'BY', seller: 'SE' } as const;
/** MDT-77 */
const SET_BY = { platform: '305', buyer: '23', seller: '23' } as const;

/** A status of an invoice, with its time. */
interface LifecycleReport {
  readonly status: Status;
  readonly about: InvoiceParts;
  /** UTC milliseconds. */
  readonly at: number;
  /** When the platform accepted the invoice. */
  readonly receivedAt: number;
  readonly reason?: readonly [code: string, label: string];
}

/** A lifecycle message from one platform to the seller. */
export function lifecycleMessage(report: LifecycleReport): string {
  const { status, about, at } = report;
  const id = `${about.number}_${status.code}_${second(at)}#${about.typeCode}_${about.issueDate}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="${MESSAGE}" xmlns:ram="${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${UNCEFACT}:UnqualifiedDataType:100" xmlns:qdt="${UNCEFACT}:QualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>REGULATED</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn.cpro.gouv.fr:1p0:CDV:invoice</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>${escape(id)}</ram:ID>
    <ram:Name>${escape(`CDV-${status.code}_${about.number}`)}</ram:Name>
    <ram:IssueDateTime>${time('udt', second(at), TO_THE_SECOND)}</ram:IssueDateTime>
    <ram:SenderTradeParty><ram:RoleCode>WK</ram:RoleCode></ram:SenderTradeParty>
    <ram:IssuerTradeParty>${issuer(report)}</ram:IssuerTradeParty>
    ${recipient(about.seller, 'SE')}
  </rsm:ExchangedDocument>
  <rsm:AcknowledgementDocument>
    <ram:MultipleReferencesIndicator><udt:Indicator>false</udt:Indicator></ram:MultipleReferencesIndicator>
    <ram:TypeCode>${SET_BY[status.by]}</ram:TypeCode>
    <ram:IssueDateTime>${time('udt', second(at), TO_THE_SECOND)}</ram:IssueDateTime>
    <ram:ReferenceReferencedDocument>
      <ram:IssuerAssignedID>${escape(about.number)}</ram:IssuerAssignedID>
${status.un && `      <ram:StatusCode>${status.un}</ram:StatusCode>\n`}      <ram:TypeCode>${about.typeCode}</ram:TypeCode>
      <ram:ReceiptDateTime>${time('udt', second(report.receivedAt), TO_THE_SECOND)}</ram:ReceiptDateTime>
      <ram:FormattedIssueDateTime>${time('qdt', about.issueDate, DAY)}</ram:FormattedIssueDateTime>
      <ram:ProcessConditionCode>${status.code}</ram:ProcessConditionCode>
      <ram:ProcessCondition>${status.label}</ram:ProcessCondition>
      <ram:IssuerTradeParty>${identifier(about.seller.siren)}</ram:IssuerTradeParty>${why(report)}
    </ram:ReferenceReferencedDocument>
  </rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>
`;
}

/** The content of a party's message; empty if absent. */
export interface MessageParts {
  /** Role code of the issuer. */
  readonly by: string;
  readonly code: string;
  readonly number: string;
  readonly sellerSiren: string;
  /** The collected amount. */
  readonly amount: string;
  readonly percent: string;
}

const REFERENCE = '/*/*[local-name()="AcknowledgementDocument"]/ram:ReferenceReferencedDocument';
const COLLECTED = `${REFERENCE}/ram:SpecifiedDocumentStatus/ram:SpecifiedDocumentCharacteristic[ram:TypeCode='MEN']`;

/** @throws Error if the text is not XML. */
export const messageParts = (bytes: Buffer): MessageParts =>
  withXml(bytes, (root) => ({
    // A message without a role counts as the seller's.
    by: textAt(root, '/*/*[local-name()="ExchangedDocument"]/ram:IssuerTradeParty/ram:RoleCode') || 'SE',
    code: textAt(root, `${REFERENCE}/ram:ProcessConditionCode`),
    number: textAt(root, `${REFERENCE}/ram:IssuerAssignedID`),
    sellerSiren: textAt(root, `${REFERENCE}/ram:IssuerTradeParty/ram:GlobalID`),
    amount: textAt(root, `${COLLECTED}/ram:ValueAmount`),
    percent: textAt(root, `${COLLECTED}/ram:ValuePercent`),
  }));

function issuer({ status, about }: LifecycleReport): string {
  const role = `<ram:RoleCode>${ROLES[status.by]}</ram:RoleCode>`;
  if (status.by === 'platform') return role;
  const { siren, name } = about[status.by];
  return `${identifier(siren)}<ram:Name>${escape(name)}</ram:Name>${role}`;
}

const recipient = ({ siren, name, address }: PartyParts, role: string): string =>
  `<ram:RecipientTradeParty>${identifier(siren)}<ram:Name>${escape(name)}</ram:Name><ram:RoleCode>${role}</ram:RoleCode><ram:URIUniversalCommunication><ram:URIID schemeID="0225">${escape(address || siren)}</ram:URIID></ram:URIUniversalCommunication></ram:RecipientTradeParty>`;

function why({ status, about, reason = status.reason }: LifecycleReport): string {
  const parts = [
    ...(reason
      ? [`<ram:ReasonCode>${reason[0]}</ram:ReasonCode><ram:Reason>${escape(reason[1])}</ram:Reason>`]
      : []),
    ...(status.action
      ? [
          `<ram:RequestedActionCode>${status.action[0]}</ram:RequestedActionCode><ram:RequestedAction>${status.action[1]}</ram:RequestedAction>`,
        ]
      : []),
  ];
  if (parts.length === 0 && !status.collects) return '';
  const collected = status.collects
    ? `<ram:SpecifiedDocumentCharacteristic><ram:TypeCode>MEN</ram:TypeCode><ram:ValueChangedIndicator><udt:IndicatorString>false</udt:IndicatorString></ram:ValueChangedIndicator><ram:ValueAmount currencyID="${about.currency}">${about.total}</ram:ValueAmount><ram:ValuePercent>${about.rate || '0'}</ram:ValuePercent></ram:SpecifiedDocumentCharacteristic>`
    : '';
  return `<ram:SpecifiedDocumentStatus>${parts.join('')}<ram:SequenceNumeric>1</ram:SequenceNumeric>${collected}</ram:SpecifiedDocumentStatus>`;
}

const identifier = (siren: string): string => `<ram:GlobalID schemeID="0002">${escape(siren)}</ram:GlobalID>`;

const time = (prefix: 'udt' | 'qdt', value: string, format: string): string =>
  `<${prefix}:DateTimeString format="${format}">${value}</${prefix}:DateTimeString>`;

/** 20261121143005 */
const second = (ms: number): string => new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
