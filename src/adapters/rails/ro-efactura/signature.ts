import { say, type Message, type Text } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { createHash, verify, X509Certificate } from 'node:crypto';
import type * as libxml2 from 'libxml2-wasm';
import type { XmlDocument, XmlElement } from 'libxml2-wasm';
import { isRead, strictParser } from '../../xml/strict-xml.ts';

/** Whether the signature of an answer verifies, and in which of the known forms. It decides nothing: `stareMesaj` does. */
export type SignatureVerdict =
  | {
      readonly holds: true;
      /** The content of the digest. */
      readonly over: DigestedForm;
      /** SignedInfo of the test system is signed without the line breaks of the file. */
      readonly signedInfo: 'as written' | 'without line breaks';
      readonly signer: string;
    }
  | { readonly holds: false; readonly reason: Text };

type DigestedForm = 'bytes' | 'canonical form' | 'signed copy';

const DSIG = { ds: 'http://www.w3.org/2000/09/xmldsig#' };
const HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** Certificates change every two years, so only their common parts are checked. */
const MINISTRY = /\bANAF\b|Ministerul Finan[tț]elor/i;

const toUnverified = (reason: Text): SignatureVerdict => ({ holds: false, reason });

type Library = typeof libxml2;
/** Loaded with the first answer, so that a start does not wait for it. */
let library: Promise<Library> | undefined;

/**
 * @param signature the signature entry: a detached `Signature`, or the whole document again with an enveloped one.
 * @param file the other entry.
 */
export async function checkSignature(signature: Uint8Array, file: Uint8Array): Promise<SignatureVerdict> {
  if (!isRead(strictParser(), signature))
    return toUnverified(say('networks-ro-efactura.signature-cannot-be-read'));
  const xml = await (library ??= import('libxml2-wasm'));
  let document: XmlDocument | undefined;
  try {
    document = xml.XmlDocument.fromBuffer(signature);
    return verdictOn(document, file, xml);
  } catch {
    return toUnverified(say('networks-ro-efactura.signature-cannot-be-read'));
  } finally {
    document?.dispose();
  }
}

function verdictOn(document: XmlDocument, file: Uint8Array, xml: Library): SignatureVerdict {
  const [signature, second] = document.find('//ds:Signature', DSIG) as XmlElement[];
  if (!signature || second)
    return toUnverified(say('networks-ro-efactura.there-is-not-exactly-one-signature'));
  const parts = partsOf(signature);
  if ('say' in parts) return toUnverified(parts);
  const signedInfo = signedInfoForm(parts, xml);
  if (!signedInfo) return toUnverified(say('networks-ro-efactura.signature-value-does-not-fit'));
  const over = digestedForm(document, signature, parts, file, xml);
  if (!over) return toUnverified(say('networks-ro-efactura.digest-does-not-fit-document'));
  const signer = parts.certificate.subject.split('\n').join(', ').slice(0, 200);
  return MINISTRY.test(signer)
    ? { holds: true, over, signedInfo, signer }
    : toUnverified(say('networks-ro-efactura.signer-is-not-ministry', { value: quoted(signer) }));
}

interface Parts {
  readonly signedInfo: XmlElement;
  readonly value: Buffer;
  readonly certificate: X509Certificate;
  readonly isExclusive: boolean;
  readonly signatureHash: string;
  readonly digestHash: string;
  /** Base64. */
  readonly digest: string;
}

/** The members of a signature, or the one that is missing. */
function partsOf(signature: XmlElement): Parts | Message {
  const all = (path: string): readonly XmlElement[] => signature.find(path, DSIG) as XmlElement[];
  const text = (path: string): string => (all(path)[0]?.content ?? '').replaceAll(/\s/g, '');
  const algorithm = (path: string): string => all(path)[0]?.attr('Algorithm')?.value ?? '';
  const [signedInfo] = all('ds:SignedInfo');
  const references = all('ds:SignedInfo/ds:Reference');
  if (!signedInfo || references.length !== 1)
    return say('networks-ro-efactura.signature-does-not-name-exactly-one-document');
  if ((references[0]?.attr('URI')?.value ?? '') !== '')
    return say('networks-ro-efactura.signature-is-over-part-of-document');
  const canonicalization = algorithm('ds:SignedInfo/ds:CanonicalizationMethod');
  const signatureHash = rowOf(HASHES, algorithm('ds:SignedInfo/ds:SignatureMethod'));
  const digestHash = rowOf(HASHES, algorithm('ds:SignedInfo/ds:Reference/ds:DigestMethod'));
  const isKnown = canonicalization === INCLUSIVE || canonicalization === EXCLUSIVE;
  if (!isKnown || !signatureHash || !digestHash)
    return say('networks-ro-efactura.signature-uses-algorithm-that-is-not-known');
  return {
    signedInfo,
    signatureHash,
    digestHash,
    isExclusive: canonicalization === EXCLUSIVE,
    value: Buffer.from(text('ds:SignatureValue'), 'base64'),
    digest: text('ds:SignedInfo/ds:Reference/ds:DigestValue'),
    certificate: new X509Certificate(
      Buffer.from(text('ds:KeyInfo/ds:X509Data/ds:X509Certificate'), 'base64'),
    ),
  };
}

function signedInfoForm(
  { signedInfo, isExclusive, value, certificate, signatureHash }: Parts,
  xml: Library,
): 'as written' | 'without line breaks' | undefined {
  const { XML_C14N_1_0, XML_C14N_EXCLUSIVE_1_0 } = xml.XmlC14NMode;
  const mode = isExclusive ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0;
  const written = signedInfo.canonicalizeToString({ mode });
  const fits = (form: string): boolean =>
    verify(signatureHash, Buffer.from(form), certificate.publicKey, value);
  if (fits(written)) return 'as written';
  return fits(written.replaceAll(/>\s\s*</g, '><')) ? 'without line breaks' : undefined;
}

/** The first form whose digest matches. The signature is removed from the copy, so this runs last. */
function digestedForm(
  document: XmlDocument,
  signature: XmlElement,
  { digest, digestHash }: Parts,
  file: Uint8Array,
  xml: Library,
): DigestedForm | undefined {
  const fits = (form: Uint8Array | string): boolean =>
    createHash(digestHash).update(form).digest('base64') === digest;
  if (fits(file)) return 'bytes';
  if (isRead(strictParser(), file) && fits(canonicalForm(file, xml))) return 'canonical form';
  if (document.root.name === 'Signature') return undefined;
  const after = signature.next;
  signature.remove();
  if (fits(canonicalOf(document, xml))) return 'signed copy';
  // The serializer of the test system also ends the signature's line.
  if (after?.content.trim() === '') after.remove();
  return fits(canonicalOf(document, xml)) ? 'signed copy' : undefined;
}

function canonicalForm(bytes: Uint8Array, xml: Library): string {
  const document = xml.XmlDocument.fromBuffer(bytes);
  try {
    return canonicalOf(document, xml);
  } finally {
    document.dispose();
  }
}

const canonicalOf = (document: XmlDocument, xml: Library): string =>
  document.canonicalizeToString({ mode: xml.XmlC14NMode.XML_C14N_1_0 });
