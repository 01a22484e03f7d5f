import { createHash, createSign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { authority, certify, derOf, type Identity, subjectOf } from '../certificates.ts';
import type { State } from '../state.ts';
import { C14N, ENVELOPED, RSA_SHA256, SHA256 } from '../xml-signatures.ts';
import type { Shape } from './authorization.ts';
import { ROUTE } from './limits.ts';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const KEPT_AS = 'seal';

interface Kept {
  readonly ca: Identity;
  readonly ministry: Identity;
}

/** The Ministry's signature over an answer, in the known forms (OCA/l10n-romania, recorded answers), and in broken ones. */
export class Seal {
  private readonly ministry: Identity;
  readonly ca: string;

  constructor({ ca, ministry }: Kept) {
    this.ca = ca.certificate;
    this.ministry = ministry;
  }

  /** The content of `semnatura_….xml`. */
  over(content: Buffer, shape: Shape): Buffer {
    if (shape === 'detached') return this.detach(content, sha256(content));
    if (shape === 'wrong digest') return this.detach(content, sha256('something else'));
    if (shape === 'garbled') return Buffer.from('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><Sig');
    return this.envelop(content);
  }

  /** Whether this ministry's signature covers a file. An unreadable signature does not. */
  isOver(content: string, signature: string): boolean {
    try {
      return this.fits(Buffer.from(content), signature);
    } catch {
      return false;
    }
  }

  /**
   * The form of the test system: the whole document again with the signature as its last child. SignedInfo is written with line
   * breaks that were not signed; base64 has lines of 76 that end with a carriage return.
   */
  private envelop(content: Buffer): Buffer {
    const canonical = canonicalForm(content);
    const signedInfo = writeSignedInfo(EXCLUSIVE_C14N, ENVELOPED, sha256(canonical));
    const value = this.sign(declare(signedInfo));
    const { certificate } = this.ministry;
    const signature = [
      `<Signature xmlns="${DSIG}">`,
      signedInfo.replaceAll('><', '>\n<'),
      `<SignatureValue>${inLines(value)}</SignatureValue>`,
      '<KeyInfo>',
      '<X509Data>',
      `<X509SubjectName>${subjectOf(certificate)}</X509SubjectName>`,
      `<X509Certificate>${inLines(derOf(certificate))}</X509Certificate>`,
      '</X509Data>',
      '</KeyInfo>',
      '</Signature>\n',
    ].join('\n');
    const end = canonical.lastIndexOf('</');
    return Buffer.from(`${canonical.slice(0, end)}${signature}${canonical.slice(end)}`);
  }

  /** The form of production: over the bytes of the ZIP entry. */
  private detach(content: Buffer, digest: string): Buffer {
    const signedInfo = writeSignedInfo(C14N, undefined, digest);
    const value = this.sign(declare(signedInfo));
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?><Signature xmlns="${DSIG}">${signedInfo}` +
        `<SignatureValue>${inLines(value)}</SignatureValue><KeyInfo><X509Data>` +
        `<X509Certificate>${inLines(derOf(this.ministry.certificate))}</X509Certificate></X509Data></KeyInfo></Signature>`,
    );
  }

  private sign(text: string): string {
    return createSign('sha256').update(text).sign(this.ministry.key, 'base64');
  }

  private fits(content: Buffer, signature: string): boolean {
    const [signedInfo = ''] = /<SignedInfo>[^]*<\/SignedInfo>/.exec(signature) ?? [];
    const [, value = ''] = /<SignatureValue>([^<]*)</.exec(signature) ?? [];
    const [, digest = ''] = /<DigestValue>([^<]*)</.exec(signedInfo) ?? [];
    const asSigned = declare(signedInfo.replaceAll(/>\s+</g, '><'));
    if (this.sign(asSigned) !== value.replaceAll(/&#13;|\s/g, '')) return false;
    return [sha256(content), sha256(canonicalForm(content))].includes(digest);
  }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

/** Without its own namespace declaration, otherwise canonical. */
const writeSignedInfo = (canonicalization: string, transform: string | undefined, digest: string): string =>
  [
    `<SignedInfo><CanonicalizationMethod Algorithm="${canonicalization}"></CanonicalizationMethod>`,
    `<SignatureMethod Algorithm="${RSA_SHA256}"></SignatureMethod><Reference URI="">`,
    transform === undefined
      ? ''
      : `<Transforms><Transform Algorithm="${transform}"></Transform></Transforms>`,
    `<DigestMethod Algorithm="${SHA256}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`,
  ].join('');

/** Canonical: with the namespace in scope. */
const declare = (signedInfo: string): string =>
  signedInfo.replace('<SignedInfo>', `<SignedInfo xmlns="${DSIG}">`);

const inLines = (base64: string): string => base64.replaceAll(/.{76}(?!$)/g, '$&&#13;\n');

function canonicalForm(content: Buffer): string {
  const document = XmlDocument.fromBuffer(content, { option: ParseOption.XML_PARSE_NO_XXE });
  try {
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0 });
  } finally {
    document.dispose();
  }
}

/** Created at the first start; its CA is also a file in `folder`. */
export async function openSeal(state: State, folder: string): Promise<Seal> {
  const seal = await state.lasting(ROUTE, KEPT_AS, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'anaf-ca.pem'), seal.ca.certificate);
  return new Seal(seal);
}

async function make(): Promise<Kept> {
  const ca = await authority('SANDBOX MINISTRY OF FINANCE CA');
  return { ca: ca.identity, ministry: await certify('SANDBOX MINISTRY OF FINANCE', 'SANDBOX ANAF', ca) };
}
