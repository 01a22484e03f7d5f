import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A key and its certificate, PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** The issuer of a certificate. */
export interface Authority {
  readonly identity: Identity;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly name: string;
}

/** Self-signed, for this sandbox alone. */
export const authority = (commonName: string): Promise<Authority> =>
  selfSigned(commonName, 'BE', [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]);

/** A self-signed key pair: others encrypt for it, and only the network can decrypt. */
export async function encryptionIdentity(commonName: string): Promise<Identity> {
  const usage = x509.KeyUsageFlags.keyEncipherment | x509.KeyUsageFlags.dataEncipherment;
  return (await selfSigned(commonName, 'PL', [new x509.KeyUsagesExtension(usage, true)])).identity;
}

/** A self-signed key pair for the network's signatures. */
export async function signingIdentity(commonName: string, kind: 'RSA' | 'EC'): Promise<Identity> {
  const usage = new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true);
  return (await selfSigned(commonName, 'PL', [usage], kind === 'EC' ? EC : RSA)).identity;
}

async function selfSigned(
  commonName: string,
  country: string,
  extensions: x509.Extension[],
  algorithm: typeof RSA | typeof EC = RSA,
): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const name = `CN=${commonName}, O=Invoice delivery sandbox, C=${country}`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name,
    notBefore: inYears(-1),
    notAfter: inYears(20),
    signingAlgorithm: algorithm,
    keys,
    extensions,
  });
  return { identity: { key: await pemOf(keys), certificate: certificate.toString('pem') }, keys, name };
}

/** @param validity in years from now. */
export async function certify(
  commonName: string,
  unit: string,
  issuer: Authority,
  validity = { from: -1, until: 20 },
): Promise<Identity> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${commonName}, OU=${unit}, O=Invoice delivery sandbox, C=BE`,
    issuer: issuer.name,
    notBefore: inYears(validity.from),
    notAfter: inYears(validity.until),
    signingAlgorithm: RSA,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  return { key: await pemOf(keys), certificate: certificate.toString('pem') };
}

const inYears = (years: number): Date => new Date(Date.now() + years * YEAR_MS);

// Positive and never 0: the first half byte is 4.
const serialNumber = (): string =>
  `4${Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)))
    .toString('hex')
    .slice(1)}`;

const pemOf = async (keys: webcrypto.CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');

/** The certificate that a request asks for, valid for two years. */
export async function certifyRequest(
  request: x509.Pkcs10CertificateRequest,
  issuer: Authority,
  usage: x509.KeyUsageFlags,
): Promise<{ readonly pem: string; readonly serial: string }> {
  const serial = randomBytes(8);
  // The first digit of a positive number in DER is below 8.
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial.toString('hex'),
    subject: request.subjectName,
    issuer: issuer.name,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: inYears(2),
    signingAlgorithm: RSA,
    publicKey: request.publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [new x509.KeyUsagesExtension(usage, true)],
  });
  return { pem: certificate.toString('pem'), serial: serial.toString('hex').toUpperCase() };
}

/** Base64 of the DER, on one line. */
export const derOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

/** In the order of RFC 2253, as in XML signatures. */
export const subjectOf = (pem: string): string =>
  new X509Certificate(pem).subject.split('\n').reverse().join(',');

/** One part of the subject: `CN`, `O`, `C`. */
export const subjectPart = (pem: string, part: string): string =>
  new RegExp(`^${part}=(.*)$`, 'm').exec(new X509Certificate(pem).subject)?.[1] ?? '';
