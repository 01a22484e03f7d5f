import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { all, type Element, readTree, sourceOf } from '../xml/xml-tree.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** An answer whose signature verifies: only the signed part. */
export interface SignedAnswer {
  readonly content: Element;
  readonly signer: X509Certificate;
}

/**
 * Reads a signed answer (XMLDSig, enveloped).
 * @param trusted CAs; one of them must have certified the signer.
 * @throws Error if it cannot be read, if the signature does not verify, or if no trusted CA has certified the signer.
 */
export function readSigned(xml: string, trusted: readonly X509Certificate[], now: Date): SignedAnswer {
  const signature = signatureIn(requireTree(xml));
  // Checked first, so that an untrusted signer causes no computation.
  const signer = all(signature, 'KeyInfo/X509Data/X509Certificate')
    .slice(0, MAX_CERTIFICATES)
    .map(({ text }) => new X509Certificate(Buffer.from(text, 'base64')))
    .find((certificate) => isCertified(certificate, trusted, now));
  if (!signer) throw new Error('the signer is not trusted');
  const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null });
  check.SignatureAlgorithms = without(check.SignatureAlgorithms, WEAK);
  check.HashAlgorithms = without(check.HashAlgorithms, WEAK);
  if (!holds(check, sourceOf(signature, xml), xml)) throw new Error('the signature does not hold');
  const [signed, ...others] = check.getSignedReferences();
  if (signed === undefined || others.length > 0) throw new Error('not one thing is signed');
  // Only the signed part is used: anything around it is ignored.
  return { content: requireTree(signed), signer };
}

const MAX_DEPTH = 30;

function requireTree(xml: string): Element {
  const tree = readTree(xml, { depth: MAX_DEPTH });
  if (!tree) throw new Error('unreadable XML');
  return tree;
}

/** A signer and its issuers. */
const MAX_CERTIFICATES = 4;

/** The message of the library's error repeats the answer, so it is not logged. */
function holds(check: SignedXml, signature: string, xml: string): boolean {
  try {
    check.loadSignature(signature);
    return check.checkSignature(xml);
  } catch {
    return false;
  }
}

const WEAK = /sha1$/;

const without = <T extends object>(algorithms: T, which: RegExp): T =>
  Object.fromEntries(Object.entries(algorithms).filter(([name]) => !which.test(name))) as T;

function signatureIn({ children }: Element): Element {
  const [signature, ...others] = children.filter(({ uri, local }) => uri === DSIG && local === 'Signature');
  if (!signature || others.length > 0) throw new Error('not one signature');
  return signature;
}

const isCertified = (signer: X509Certificate, trusted: readonly X509Certificate[], now: Date): boolean =>
  isInTime(signer, now) &&
  trusted.some((ca) => isInTime(ca, now) && signer.checkIssued(ca) && signer.verify(ca.publicKey));

const isInTime = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  new Date(validFrom) <= now && now <= new Date(validTo);

/** Whether a certificate has this subject, `CN=…,O=…,C=…` in any order. */
export const hasSubject = ({ subject }: X509Certificate, name: string): boolean =>
  sameParts(subject.split('\n'), name.split(/(?<!\\),/));

const sameParts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && tidy(a) === tidy(b);

const tidy = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .sort()
    .join('\n');
