import { createHash, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { TestCertificate } from './certificates.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_PSS = 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** How a document is signed; left-out members have their defaults. */
export interface Style {
  readonly canonicalization?: string;
  readonly algorithm?: string;
  /** The transform that removes the signature from the signed content. */
  readonly transform?: string;
  readonly prefix?: string;
  /** The signature is around the document, not in it. */
  readonly isEnveloping?: boolean;
  /** The name of the element with the certificate's digest. */
  readonly names?: 'SigningCertificate' | 'SigningCertificateV2';
}

/** XAdES within the document, written independently of the client library. */
export function signedInStyle(xml: string, { certificate, key }: TestCertificate, style: Style): string {
  const { canonicalization = EXCLUSIVE, algorithm = RSA_SHA256, transform = ENVELOPED, prefix } = style;
  const { raw } = new X509Certificate(certificate);
  const names = style.names ?? 'SigningCertificate';
  const ds = 'http://www.w3.org/2000/09/xmldsig#';
  const digest = createHash('sha256').update(raw).digest('base64');
  const properties = `<x:QualifyingProperties xmlns:x="http://uri.etsi.org/01903/v1.3.2#" Target="#S"><x:SignedProperties Id="P"><x:SignedSignatureProperties><x:SigningTime>2026-11-21T10:00:00Z</x:SigningTime><x:${names}><x:Cert><x:CertDigest><d:DigestMethod xmlns:d="${ds}" Algorithm="${SHA256}"/><d:DigestValue xmlns:d="${ds}">${digest}</d:DigestValue></x:CertDigest></x:Cert></x:${names}></x:SignedSignatureProperties></x:SignedProperties></x:QualifyingProperties>`;
  const signature = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization,
    objects: [
      { content: properties },
      ...(style.isEnveloping ? [{ content: withoutProlog(xml), attributes: { Id: 'O' } }] : []),
    ],
  });
  signature.CanonicalizationAlgorithms[transform] ??= signature.CanonicalizationAlgorithms[ENVELOPED]!;
  signature.addReference(
    style.isEnveloping
      ? { xpath: "//*[@Id='O']", uri: '#O', transforms: [canonicalization], digestAlgorithm: SHA256 }
      : { xpath: '/*', isEmptyUri: true, transforms: [transform, canonicalization], digestAlgorithm: SHA256 },
  );
  signature.addReference({
    xpath: "//*[local-name(.)='SignedProperties']",
    uri: '#P',
    type: 'http://uri.etsi.org/01903#SignedProperties',
    transforms: [canonicalization],
    digestAlgorithm: SHA256,
  });
  const options = { attrs: { Id: 'S' }, ...(prefix !== undefined && { prefix }) };
  signature.computeSignature(style.isEnveloping ? '<nothing/>' : xml, options);
  return style.isEnveloping ? signature.getSignatureXml() : signature.getSignedXml();
}

const withoutProlog = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>\s*/, '');
