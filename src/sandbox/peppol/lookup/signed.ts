import { SignedXml } from 'xml-crypto';
import { derOf, type Identity, subjectOf } from '../../certificates.ts';
import { escape } from '../../network.ts';
import { C14N, ENVELOPED, RSA_SHA256, SHA256 } from '../../xml-signatures.ts';

/** The document with an enveloped signature as last child; it names the signer's certificate. */
export function sign(document: string, { key, certificate }: Identity): string {
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () =>
      `<X509Data><X509SubjectName>${escape(subjectOf(certificate))}</X509SubjectName><X509Certificate>${derOf(certificate)}</X509Certificate></X509Data>`,
  });
  signature.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [ENVELOPED],
    digestAlgorithm: SHA256,
  });
  signature.computeSignature(document, { location: { reference: '/*', action: 'append' } });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${signature.getSignedXml()}`;
}
