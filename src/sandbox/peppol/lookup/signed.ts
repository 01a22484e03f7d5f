import { SignedXml } from 'xml-crypto';
import { escaped } from '../../network.ts';
import { derOf, type Identity, subjectOf } from '../../certificates.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** The document with an enveloped signature as its last child, naming the signer's certificate. */
export function signed(document: string, { key, certificate }: Identity): string {
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () =>
      `<X509Data><X509SubjectName>${escaped(subjectOf(certificate))}</X509SubjectName><X509Certificate>${derOf(certificate)}</X509Certificate></X509Data>`,
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
