import type { Money } from '../../../domain/vocabulary/addressing.ts';
import { all, type Element, readTree, textAt } from '../../xml/xml-tree.ts';

/** A parsed lifecycle message (CDAR). Fields have their numbers from XP Z12-012. */
export interface LifecycleMessage {
  /** MDT-105. */
  readonly code: string;
  /** When the status was set, as the message states it (MDT-78); also in the copy for the tax office. */
  readonly setAt?: string;
  /** Role and identifier of the party that set it (MDT-40, MDT-38). */
  readonly setBy: string;
  /** BT-1 of the invoice (MDT-87). */
  readonly invoiceNumber: string;
  /** BT-2, `YYYY-MM-DD` (MDT-100). */
  readonly issueDate?: string;
  /** SIREN (MDT-129). */
  readonly seller?: string;
  readonly reasons: readonly Reason[];
  /** Collected, with VAT (characteristics `MEN`). */
  readonly collected: readonly Money[];
}

interface Reason {
  /** MDT-113. */
  readonly code: string;
  /** MDT-114. */
  readonly text?: string;
}

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100';
const ROOT = 'CrossDomainAcknowledgementAndResponse';
const MOST = { depth: 30, elements: 20_000 };

/** @returns undefined if it is not a message about exactly one invoice. */
export function readCdar(bytes: Uint8Array): LifecycleMessage | undefined {
  const root = readTree(bytes, MOST);
  if (root?.local !== ROOT || root.uri !== NAMESPACE) return undefined;
  const [about, another] = all(root, 'AcknowledgementDocument/ReferenceReferencedDocument');
  if (!about || another) return undefined;
  const code = textAt(about, 'ProcessConditionCode');
  const invoiceNumber = textAt(about, 'IssuerAssignedID');
  if (code === undefined || !/^\d{3}$/.test(code) || invoiceNumber === undefined) return undefined;
  const issueDate = dateFrom(textAt(about, 'FormattedIssueDateTime/DateTimeString'));
  const seller = all(about, 'IssuerTradeParty/GlobalID').find(
    ({ attributes }) => attributes.get('schemeID') === SIREN,
  )?.text;
  const setAt = textAt(root, 'AcknowledgementDocument/IssueDateTime/DateTimeString');
  const statuses = all(about, 'SpecifiedDocumentStatus');
  return {
    code,
    ...(setAt !== undefined && { setAt }),
    setBy: issuerIn(root),
    invoiceNumber,
    ...(issueDate !== undefined && { issueDate }),
    ...(seller !== undefined && seller !== '' && { seller }),
    reasons: statuses.flatMap(reasonIn),
    collected: statuses
      .flatMap((status) => all(status, 'SpecifiedDocumentCharacteristic'))
      .flatMap(readCollected),
  };
}

/** Whether two messages have the same code, party and time. */
export const isRepeated = (message: LifecycleMessage, earlier: LifecycleMessage | undefined): boolean =>
  message.setAt !== undefined &&
  message.code === earlier?.code &&
  message.setAt === earlier.setAt &&
  message.setBy === earlier.setBy;

function issuerIn(root: Element): string {
  const [issuer] = all(root, 'ExchangedDocument/IssuerTradeParty');
  return issuer ? [textAt(issuer, 'RoleCode'), textAt(issuer, 'GlobalID')].join(' ') : '';
}

/** Of the register of identifier schemes (ISO 6523). */
const SIREN = '0002';

function reasonIn(status: Element): readonly Reason[] {
  const code = textAt(status, 'ReasonCode');
  const text = textAt(status, 'Reason');
  return code === undefined ? [] : [{ code, ...(text !== undefined && { text }) }];
}

function readCollected(characteristic: Element): readonly Money[] {
  const [amount] = all(characteristic, 'ValueAmount');
  if (textAt(characteristic, 'TypeCode') !== 'MEN' || !amount) return [];
  return [{ amount: amount.text, currency: amount.attributes.get('currencyID') ?? '' }];
}

/** Format 102; a time may follow. */
function dateFrom(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}
