import { SaxesParser } from 'saxes';
import type { BuyerStatus } from '../../../domain/delivery/buyer-status.ts';
import type { DocumentKind } from '../../../domain/lifecycle/invoice-record.ts';
import type { RouteMessage } from '../../../ports/rail.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** Values by the local names on their way down from the root. */
type Values = ReadonlyMap<string, readonly string[]>;

const ROOT = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
const MOST_DEPTH = 30;

/** @returns undefined for what is no message that is known. */
export function readMessage(bytes: Uint8Array): RouteMessage | undefined {
  const values = valuesOf(bytes);
  const customization = values && one(values, 'CustomizationID');
  if (!values || customization === undefined) return undefined;
  if (customization === 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3') return buyersWord(values, bytes);
  if (/^urn:peppol:edec:mls:1\.0$|^urn:fdc:peppol\.eu:poacc:trns:mlr:3$/.test(customization))
    return receiversWord(values, bytes);
  return undefined;
}

const DOCUMENT = 'DocumentResponse';

/** BIS 63: what the buyer says (`routes`, 6.2). */
const STATUSES = {
  AB: 'received',
  IP: 'in_process',
  UQ: 'under_query',
  CA: 'conditionally_accepted',
  RE: 'refused',
  AP: 'accepted',
  PD: 'paid',
} as const satisfies Record<string, BuyerStatus>;

function buyersWord(values: Values, bytes: Uint8Array): RouteMessage | undefined {
  const code = one(values, `${DOCUMENT}/Response/ResponseCode`);
  const invoiceNumber = one(values, `${DOCUMENT}/DocumentReference/ID`);
  if (code === undefined || invoiceNumber === undefined || !Object.hasOwn(STATUSES, code)) return undefined;
  const reasons = values.get(`${DOCUMENT}/Response/Status/StatusReasonCode`) ?? [];
  const issueDate = /^\d{4}-\d{2}-\d{2}/.exec(
    one(values, `${DOCUMENT}/DocumentReference/IssueDate`) ?? '',
  )?.[0];
  const isPart = code === 'PD' && reasons.includes('PPD');
  const status = STATUSES[code as keyof typeof STATUSES];
  return {
    kind: `invoice-response-${code}` as DocumentKind,
    bytes,
    about: { invoiceNumber, ...(issueDate !== undefined && { issueDate }) },
    says: isPart ? { what: 'nothing' } : { what: 'status', status },
    raw: { message: 'invoice-response', code, reasons: reasons.filter(isCode).slice(0, MOST_REASONS) },
  };
}

/** MLS and its predecessor MLR: whether the receiver's side could pass it on (`routes`, 6.1). */
function receiversWord(values: Values, bytes: Uint8Array): RouteMessage | undefined {
  const code = one(values, `${DOCUMENT}/Response/ResponseCode`);
  const submissionId = one(values, `${DOCUMENT}/DocumentReference/ID`);
  if (code === undefined || submissionId === undefined || !/^(AP|AB|RE)$/.test(code)) return undefined;
  const reasons = values.get(`${DOCUMENT}/LineResponse/Response/Status/StatusReasonCode`) ?? [];
  const mapping = reasons.some((reason) => OURS.has(reason)) ? statuses.invalidThere : statuses.notPassedOn;
  return {
    kind: 'mls',
    bytes,
    about: { submissionId },
    says: code === 'RE' ? { what: 'refused', mapping } : { what: 'confirmed' },
    raw: { message: 'mls', code, reasons: reasons.filter(isCode).slice(0, MOST_REASONS) },
  };
}

/** Violations of syntax and rules: what we wrote. `FD` is a failure of delivery. */
const OURS: ReadonlySet<string> = new Set(['SV', 'BV']);
const MOST_REASONS = 20;
/** What is no code may quote the invoice. */
const isCode = (text: string): boolean => /^[A-Z]{2,4}$/.test(text);

function one(values: Values, path: string): string | undefined {
  const [first, ...more] = values.get(path) ?? [];
  return more.length === 0 && first !== '' ? first : undefined;
}

/** The texts of a message from outside: a declaration of entities, or depth without end, makes it none. */
function valuesOf(bytes: Uint8Array): Values | undefined {
  const values = new Map<string, string[]>();
  const open: { readonly name: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  // By an exception, since nothing more of it is to be read.
  const refuse = (): never => {
    throw new Error('no message');
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', ({ local, uri }) => {
    if (open.length === 0 && (local !== 'ApplicationResponse' || uri !== ROOT)) refuse();
    if (open.length >= MOST_DEPTH) refuse();
    open.push({ name: local, text: '' });
  });
  parser.on('text', (text) => void (open.at(-1) && (open.at(-1)!.text += text)));
  parser.on('cdata', (text) => void (open.at(-1) && (open.at(-1)!.text += text)));
  parser.on('closetag', () => {
    const path = open
      .slice(1)
      .map(({ name }) => name)
      .join('/');
    const { text = '' } = open.pop() ?? {};
    const known = values.get(path);
    if (known) known.push(text.trim());
    else values.set(path, [text.trim()]);
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch {
    return undefined;
  }
  return values;
}
