import type { Money } from '../../../domain/vocabulary/addressing.ts';
import { isRead, refuse, strictParser } from '../strict-xml.ts';

/** A parsed lifecycle message (CDAR). Fields have their numbers from the note, 4.1. */
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

export interface Reason {
  /** MDT-113. */
  readonly code: string;
  /** MDT-114. */
  readonly text?: string;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100';
const ROOT = 'CrossDomainAcknowledgementAndResponse';
const MOST_DEPTH = 30;
const MOST_ELEMENTS = 20_000;

/** @returns undefined if it is not a message about exactly one invoice. */
export function readCdar(bytes: Uint8Array): LifecycleMessage | undefined {
  const root = treeOf(bytes);
  const [about, another] = root ? at(root, 'AcknowledgementDocument', 'ReferenceReferencedDocument') : [];
  if (!about || another) return undefined;
  const code = textAt(about, 'ProcessConditionCode');
  const invoiceNumber = textAt(about, 'IssuerAssignedID');
  if (code === undefined || !/^\d{3}$/.test(code) || invoiceNumber === undefined) return undefined;
  const issueDate = dateFrom(textAt(about, 'FormattedIssueDateTime', 'DateTimeString'));
  const seller = at(about, 'IssuerTradeParty', 'GlobalID').find(
    ({ attributes }) => attributes['schemeID'] === SIREN,
  )?.text;
  const setAt = root && textAt(root, 'AcknowledgementDocument', 'IssueDateTime', 'DateTimeString');
  const statuses = at(about, 'SpecifiedDocumentStatus');
  return {
    code,
    ...(setAt !== undefined && { setAt }),
    setBy: root ? issuerIn(root) : '',
    invoiceNumber,
    ...(issueDate !== undefined && { issueDate }),
    ...(seller !== undefined && seller !== '' && { seller }),
    reasons: statuses.flatMap(reasonIn),
    collected: statuses
      .flatMap((status) => at(status, 'SpecifiedDocumentCharacteristic'))
      .flatMap(collectedIn),
  };
}

/** Whether two messages have the same code, party and time. */
export const isRepeated = (message: LifecycleMessage, earlier: LifecycleMessage | undefined): boolean =>
  message.setAt !== undefined &&
  message.code === earlier?.code &&
  message.setAt === earlier.setAt &&
  message.setBy === earlier.setBy;

function issuerIn(root: Element): string {
  const [issuer] = at(root, 'ExchangedDocument', 'IssuerTradeParty');
  return issuer ? [textAt(issuer, 'RoleCode'), textAt(issuer, 'GlobalID')].join(' ') : '';
}

/** Of the register of identifier schemes (ISO 6523). */
const SIREN = '0002';

function reasonIn(status: Element): readonly Reason[] {
  const code = textAt(status, 'ReasonCode');
  const text = textAt(status, 'Reason');
  return code === undefined ? [] : [{ code, ...(text !== undefined && { text }) }];
}

function collectedIn(characteristic: Element): readonly Money[] {
  const [amount] = at(characteristic, 'ValueAmount');
  if (textAt(characteristic, 'TypeCode') !== 'MEN' || !amount) return [];
  return [{ amount: amount.text, currency: amount.attributes['currencyID'] ?? '' }];
}

/** Format 102; a time may follow. */
function dateFrom(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

const at = (element: Element, ...path: readonly string[]): readonly Element[] =>
  path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );

/** The text of an element that occurs once and is not empty. */
function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const [first, another] = at(element, ...path);
  return another || first?.text === '' ? undefined : first?.text;
}

/** External input: text that is too deep or not well-formed is not a message. */
function treeOf(bytes: Uint8Array): Element | undefined {
  const parser = strictParser();
  const open: Element[] = [];
  let root: Element | undefined;
  let elements = 0;
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (open.length >= MOST_DEPTH || elements > MOST_ELEMENTS) refuse();
    if (!root && (local !== ROOT || uri !== NAMESPACE)) refuse();
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element: Element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const add = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  return isRead(parser, bytes) ? root : undefined;
}
