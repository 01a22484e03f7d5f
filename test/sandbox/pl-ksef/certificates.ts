import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHMS = {
  'RSA 2048': {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  },
  'RSA 1024': {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 1024,
  },
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
} as const;

export type KeyKind = keyof typeof ALGORITHMS;

export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** The types of KSeF's own certificates differ in the use of their key. */
const USAGES = {
  Authentication: x509.KeyUsageFlags.digitalSignature,
  Offline: x509.KeyUsageFlags.nonRepudiation,
};

interface Certified {
  /** Days from now. */
  readonly from?: number;
  readonly until?: number;
  readonly usage?: keyof typeof USAGES;
}

const DAY_MS = 24 * 3600 * 1000;

/** A self-signed certificate. @param subject attributes by name or by number. */
export async function aCertificate(
  subject: Readonly<Record<string, string>>,
  kind: KeyKind = 'P-256',
  { from = -1, until = 30, usage }: Certified = {},
): Promise<TestCertificate> {
  const algorithm = ALGORITHMS[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '4a11',
    name: Object.entries({ ...subject, C: 'PL' }).map(([name, value]) => ({ [name]: [value] })),
    notBefore: new Date(Date.now() + from * DAY_MS),
    notAfter: new Date(Date.now() + until * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: usage === undefined ? [] : [new x509.KeyUsagesExtension(USAGES[usage], true)],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}

const SERIAL_NUMBER = '2.5.4.5';
const ORGANIZATION = '2.5.4.97';

/** The seal of a company, identified by its NIP. */
export const seal = (nip: string, commonName = 'Firma'): Readonly<Record<string, string>> => ({
  CN: commonName,
  [ORGANIZATION]: `VATPL-${nip}`,
});

export const person = (id: string, commonName = 'Jan Kowalski'): Readonly<Record<string, string>> => ({
  CN: commonName,
  [SERIAL_NUMBER]: id,
});
