import { createHash, createPrivateKey, sign } from 'node:crypto';
import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { derOf, type Identity, signingIdentity } from '../certificates.ts';
import type { State } from '../state.ts';
import { C14N, ENVELOPED, RSA_SHA256, SHA256 } from '../xml-signatures.ts';
import { ROUTE } from './route.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
const FILTER2 = 'http://www.w3.org/2002/06/xmldsig-filter2';
const KEPT_AS = 'upo-seal';

/** A transform without a value is the enveloped one. */
const transform = (algorithm: string, value = ''): string =>
  `<Transform Algorithm="${algorithm}">${value}</Transform>`;

/**
 * How a receipt may be signed (CIRFMF/ksef-docs). Published samples have no signature, the documentation says that receipts
 * have one, and their schema does not allow one. Which is true is unknown, so the sandbox offers each.
 */
const FORMS = {
  RSA: { key: 'rsa', left: transform(ENVELOPED) },
  ECDSA: { key: 'ec', left: transform(ENVELOPED) },
  XPATH: {
    key: 'rsa',
    left: transform(
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
      `<XPath xmlns:ds="${DSIG}">not(ancestor-or-self::ds:Signature)</XPath>`,
    ),
  },
  FILTER2: {
    key: 'rsa',
    left: transform(
      FILTER2,
      `<XPath xmlns="${FILTER2}" xmlns:ds="${DSIG}" Filter="subtract">/descendant::ds:Signature</XPath>`,
    ),
  },
  /** The signature covers something else. */
  GARBLED: { key: 'rsa', left: transform(ENVELOPED) },
} as const;

export type UpoSignature = 'NONE' | keyof typeof FORMS;
export const UPO_SIGNATURES: readonly UpoSignature[] = [
  'NONE',
  ...(Object.keys(FORMS) as (keyof typeof FORMS)[]),
];

type Identities = Readonly<Record<'rsa' | 'ec', Identity>>;

/** The receipt with the ministry's signature as its last child. */
export async function sealedUpo(state: State, upo: string, signature: UpoSignature): Promise<string> {
  if (signature === 'NONE') return upo;
  const { key: kind, left } = FORMS[signature];
  const { key, certificate } = (await state.lasting(ROUTE, KEPT_AS, make))[kind];
  const signed = signature === 'GARBLED' ? '<another/>' : upo;
  const info = signedInfo(left, sha256(canonicalForm(signed)), kind);
  // ECDSA in XML signatures is r and s, one after the other (RFC 4050, 3.3).
  const value = sign('sha256', Buffer.from(info), { key: createPrivateKey(key), dsaEncoding: 'ieee-p1363' });
  const end = upo.lastIndexOf('</');
  return [
    upo.slice(0, end),
    `<Signature xmlns="${DSIG}">`,
    info.replace(` xmlns="${DSIG}"`, ''),
    `<SignatureValue>${value.toString('base64')}</SignatureValue>`,
    `<KeyInfo><X509Data><X509Certificate>${derOf(certificate)}</X509Certificate></X509Data></KeyInfo></Signature>`,
    upo.slice(end),
  ].join('');
}

/** Canonical and alone, with the namespaces in scope. */
const signedInfo = (left: string, digest: string, kind: keyof Identities): string =>
  [
    `<SignedInfo xmlns="${DSIG}"><CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>`,
    `<SignatureMethod Algorithm="${kind === 'ec' ? ECDSA_SHA256 : RSA_SHA256}"></SignatureMethod>`,
    `<Reference URI=""><Transforms>${left}${transform(C14N)}</Transforms>`,
    `<DigestMethod Algorithm="${SHA256}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`,
  ].join('');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

function canonicalForm(text: string): string {
  const document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NO_XXE });
  try {
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0 });
  } finally {
    document.dispose();
  }
}

const make = async (): Promise<Identities> => ({
  rsa: await signingIdentity('SANDBOX KSEF UPO', 'RSA'),
  ec: await signingIdentity('SANDBOX KSEF UPO', 'EC'),
});
