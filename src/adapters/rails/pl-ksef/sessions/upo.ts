import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { singleSpaced } from '../../../../domain/vocabulary/text.ts';
import { isRead, refuse, strictParser } from '../../../xml/strict-xml.ts';
import { digestOf } from '../client/encryption.ts';

/** The part of a receipt (UPO) about one invoice. */
export interface Acknowledged {
  readonly sellerNip: string;
  readonly ksefNumber: string;
  readonly invoiceNumber: string;
  /** SHA-256 of the file, base64. */
  readonly hash: string;
}

const UPO = /^http:\/\/upo\.schematy\.mf\.gov\.pl\/KSeF\/v4-\d+$/;
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const MEMBERS = {
  NipSprzedawcy: 'sellerNip',
  NumerKSeFDokumentu: 'ksefNumber',
  NumerFaktury: 'invoiceNumber',
  SkrotDokumentu: 'hash',
} as const;
const MAX_DEPTH = 30;

/**
 * The invoices that a receipt names: one, or all of a session. Its signature decides nothing: its source and the file's hash in
 * it show that it is KSeF's.
 * @param hash of the bytes, base64, if it came with them.
 * @returns undefined if it is not a receipt, or was changed on its way.
 */
export function readAcknowledged(bytes: Uint8Array, hash?: string): readonly Acknowledged[] | undefined {
  return hash !== undefined && hash !== digestOf(bytes) ? undefined : upoIn(bytes)?.documents;
}

/** The finding about a receipt's signature. Published receipts have none, which is no finding. */
export function remarkOn(bytes: Uint8Array): Text | undefined {
  const read = upoIn(bytes);
  if (!read) return say('networks-pl-ksef.it-cannot-be-read');
  return read.signatures === 0 || isSigned(bytes, read.signatures)
    ? undefined
    : say('networks-pl-ksef.its-signature-does-not-hold-or-has-form');
}

interface Upo {
  readonly documents: readonly Acknowledged[];
  readonly signatures: number;
}

function upoIn(bytes: Uint8Array): Upo | undefined {
  const parser = strictParser();
  const path: string[] = [];
  const documents: Acknowledged[] = [];
  let signatures = 0;
  let document: Partial<Record<(typeof MEMBERS)[keyof typeof MEMBERS], string>> = {};
  let text = '';
  parser.on('opentag', ({ local, uri }) => {
    if (path.length === 0 && !(local === 'Potwierdzenie' && UPO.test(uri))) refuse();
    if (uri === SIGNATURES && local === 'Signature') signatures += 1;
    path.push(UPO.test(uri) ? local : `{${uri}}${local}`);
    if (path.length > MAX_DEPTH) refuse();
    if (path.join('/') === 'Potwierdzenie/Dokument') document = {};
    text = '';
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('closetag', () => {
    const [, under, name = '', ...deeper] = path;
    path.pop();
    if (under !== 'Dokument' || deeper.length > 0) return;
    const member = MEMBERS[name as keyof typeof MEMBERS] as
      (typeof MEMBERS)[keyof typeof MEMBERS] | undefined;
    if (member) document = { ...document, [member]: singleSpaced(text) };
    if (name === '' && isWhole(document)) documents.push(document);
  });
  return isRead(parser, bytes) ? { documents, signatures } : undefined;
}

const isWhole = (document: Partial<Acknowledged>): document is Acknowledged =>
  Object.values(MEMBERS).every((member) => document[member] !== undefined);

/** Whether its only signature verifies and covers all of it. */
function isSigned(bytes: Uint8Array, signatures: number): boolean {
  try {
    const text = Buffer.from(bytes).toString('utf8');
    const [signature] = /<(?:\w\w*:)?Signature[\s>][^]*<\/(?:\w\w*:)?Signature>/.exec(text) ?? [];
    if (signature === undefined || signatures > 1) return false;
    const [, encoded = ''] = /<(?:\w\w*:)?X509Certificate>([^<]*)</.exec(signature) ?? [];
    const signer = new X509Certificate(Buffer.from(encoded, 'base64'));
    const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null });
    check.SignatureAlgorithms = without(check.SignatureAlgorithms, WEAK);
    check.HashAlgorithms = without(check.HashAlgorithms, WEAK);
    check.loadSignature(signature);
    return check.checkSignature(text) && check.getSignedReferences().some(isAllOfIt);
  } catch {
    return false;
  }
}

const isAllOfIt = (signed: string): boolean => /^<(?:\w\w*:)?Potwierdzenie[\s>]/.test(signed);

const WEAK = /sha1$|hmac/;
const without = <T extends object>(algorithms: T, which: RegExp): T =>
  Object.fromEntries(Object.entries(algorithms).filter(([name]) => !which.test(name))) as T;
