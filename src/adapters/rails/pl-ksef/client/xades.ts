import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto';
import { X509Certificate as ParsedCertificate } from '@peculiar/x509';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import type { KsefContext } from './credential.ts';
import { escapeText } from '../../../../domain/documents/xml.ts';

/** The certificate of a log-in. */
interface Request {
  readonly challenge: string;
  /** The context. */
  readonly context: KsefContext;
  /** KSeF's own time of the challenge. */
  readonly at: Date;
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * The signed request for a log-in (XAdES-BES, enveloped). The signature covers the request, and the time and certificate of the
 * signature.
 */
export function signedRequest({ challenge, context, at, certificate, key }: Request): string {
  const request =
    '<AuthTokenRequest xmlns="http://ksef.mf.gov.pl/auth/token/2.1">' +
    `<Challenge>${escapeText(challenge)}</Challenge>` +
    `<ContextIdentifier><${context.type}>${escapeText(context.value)}</${context.type}></ContextIdentifier>` +
    `<SubjectIdentifierType>${subjectOf(certificate)}</SubjectIdentifierType>` +
    '</AuthTokenRequest>';
  const signature = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: certificate.toString(),
    signatureAlgorithm: key.asymmetricKeyType === 'ec' ? ECDSA : RSA,
    canonicalizationAlgorithm: EXCLUSIVE,
    objects: [{ content: propertiesOf(certificate, at) }],
  });
  signature.SignatureAlgorithms[ECDSA] = EcdsaSha256;
  signature.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [ENVELOPED, EXCLUSIVE],
    digestAlgorithm: SHA256,
  });
  signature.addReference({
    xpath: "//*[@Id='SignedProperties']",
    type: 'http://uri.etsi.org/01903#SignedProperties',
    transforms: [EXCLUSIVE],
    digestAlgorithm: SHA256,
  });
  signature.computeSignature(request, {
    prefix: 'ds',
    attrs: { Id: 'Signature' },
    location: { reference: '/*', action: 'append' },
  });
  return signature.getSignedXml();
}

/** Who signed, and when. */
function propertiesOf(certificate: X509Certificate, at: Date): string {
  const digest = createHash('sha256').update(certificate.raw).digest('base64');
  return (
    `<xades:QualifyingProperties xmlns:xades="${XADES}" xmlns:ds="${SIGNATURES}" Target="#Signature">` +
    '<xades:SignedProperties Id="SignedProperties"><xades:SignedSignatureProperties>' +
    `<xades:SigningTime>${at.toISOString()}</xades:SigningTime>` +
    '<xades:SigningCertificate><xades:Cert>' +
    `<xades:CertDigest><ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${digest}</ds:DigestValue></xades:CertDigest>` +
    `<xades:IssuerSerial><ds:X509IssuerName>${escapeText(issuerOf(certificate))}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${BigInt(`0x${certificate.serialNumber}`)}</ds:X509SerialNumber></xades:IssuerSerial>` +
    '</xades:Cert></xades:SigningCertificate>' +
    '</xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>'
  );
}

/** Numbers that KSeF reads in a subject (CIRFMF/ksef-docs): of a person, and of a company's seal. */
const PERSON = /(?:PNOPL|PESEL).*?\d{11}|(?:TINPL|NIP).*?\d{10}/;
const COMPANY = /VATPL.*?\d{10}/;
const OIDS = {
  number: '2.5.4.5',
  organization: '2.5.4.97',
  givenName: '2.5.4.42',
  surname: '2.5.4.4',
} as const;

/**
 * A Polish number in the subject identifies the signer. Otherwise KSeF recognises the fingerprint of a certificate that has
 * rights.
 */
function subjectOf({ raw }: X509Certificate): string {
  const names = new ParsedCertificate(raw).subjectName;
  const has = (oid: string, pattern: RegExp): boolean => names.getField(oid).some((one) => pattern.test(one));
  const isOfPerson = has(OIDS.givenName, /./) || has(OIDS.surname, /./);
  const isNamed = has(OIDS.number, PERSON) || (!isOfPerson && has(OIDS.organization, COMPANY));
  return isNamed ? 'certificateSubject' : 'certificateFingerprint';
}

/** Attributes that RFC 2253 names; others are written as OIDs. */
const NAMED = new Set(['CN', 'L', 'ST', 'O', 'OU', 'C', 'DC']);
const BY_OID: Readonly<Record<string, string>> = {
  E: '1.2.840.113549.1.9.1',
  G: '2.5.4.42',
  I: '2.5.4.43',
  SN: '2.5.4.4',
  T: '2.5.4.12',
};

/** RFC 2253: the last attribute first. */
function issuerOf({ raw }: X509Certificate): string {
  const parts = new ParsedCertificate(raw).issuerName.toJSON();
  const written = parts.map((part) =>
    Object.entries(part)
      .flatMap(([type, values]) =>
        values.map((value) => `${NAMED.has(type) ? type : (BY_OID[type] ?? type)}=${quote(value)}`),
      )
      .join('+'),
  );
  return written.reverse().join(',');
}

const quote = (value: string): string =>
  value
    .replaceAll(/[,+"\\<>;]/g, (character) => `\\${character}`)
    .replaceAll(/^[ #]| $/g, (character) => `\\${character}`);

/** The signature value in XML is R and S side by side (RFC 4050), not DER. */
class EcdsaSha256 implements SignatureAlgorithm {
  getSignature = (signedInfo: unknown, key: unknown): string =>
    sign('sha256', Buffer.from(String(signedInfo)), {
      key: String(key),
      dsaEncoding: 'ieee-p1363',
    }).toString('base64');

  verifySignature = (signedInfo: unknown, key: unknown, value: unknown): boolean =>
    verify(
      'sha256',
      Buffer.from(String(signedInfo)),
      { key: String(key), dsaEncoding: 'ieee-p1363' },
      Buffer.from(String(value), 'base64'),
    );

  getAlgorithmName = (): string => ECDSA;
}
