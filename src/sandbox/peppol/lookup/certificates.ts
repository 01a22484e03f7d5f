import { webcrypto, X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import type { State } from '../../state.ts';

/** A key and its certificate, PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
}

/** Whoever signs or receives in the sandbox network, each certified by a CA that exists for this sandbox alone. */
export interface Certificates {
  readonly smpCa: Identity;
  readonly apCa: Identity;
  /** Of the SMPs that stand behind each other: the second and third are where redirects lead. */
  readonly smps: readonly [Identity, Identity, Identity];
  readonly accessPoint: Identity;
  readonly expiredAccessPoint: Identity;
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const YEAR_MS = 365 * 24 * 3600 * 1000;
const KEPT_AS = 'certificates';
const ROUTE = 'PEPPOL';

/** Those of the first start, made then; also as files in `folder`, for whoever is to trust them. */
export async function certificates(state: State, folder: string): Promise<Certificates> {
  const known = state.lasting<Certificates>(ROUTE, KEPT_AS);
  const made = known ?? (await make());
  if (!known) state.keepForGood(ROUTE, KEPT_AS, made);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'peppol-smp-ca.pem'), made.smpCa.certificate);
  writeFileSync(join(folder, 'peppol-ap-ca.pem'), made.apCa.certificate);
  return made;
}

async function make(): Promise<Certificates> {
  const [smpCa, apCa] = await Promise.all([
    authority('SANDBOX SERVICE METADATA PUBLISHER CA'),
    authority('SANDBOX ACCESS POINT CA'),
  ]);
  const [first, second, third, accessPoint, expired] = await Promise.all([
    certified('PSM000001', 'SANDBOX SMP', smpCa),
    certified('PSM000002', 'SANDBOX SMP', smpCa),
    certified('PSM000003', 'SANDBOX SMP', smpCa),
    certified('POP000001', 'SANDBOX AP', apCa),
    certified('POP000495', 'SANDBOX AP', apCa, { from: -3, until: -1 }),
  ]);
  return {
    smpCa: smpCa.identity,
    apCa: apCa.identity,
    smps: [first, second, third],
    accessPoint,
    expiredAccessPoint: expired,
  };
}

interface Authority {
  readonly identity: Identity;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly name: string;
}

async function authority(commonName: string): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const name = `CN=${commonName}, O=Invoice delivery sandbox, C=BE`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name,
    notBefore: inYears(-1),
    notAfter: inYears(20),
    signingAlgorithm: RSA,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  return { identity: { key: await pemOf(keys), certificate: certificate.toString('pem') }, keys, name };
}

/** @param validity in years from now. */
async function certified(
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

/** Base64 of the DER, on one line. */
export const derOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

/** In the order of RFC 2253, as XML signatures name it. */
export const subjectOf = (pem: string): string =>
  new X509Certificate(pem).subject.split('\n').reverse().join(',');

/** One part of the subject: `CN`, `O`, `C`. */
export const subjectPart = (pem: string, part: string): string =>
  new RegExp(`^${part}=(.*)$`, 'm').exec(new X509Certificate(pem).subject)?.[1] ?? '';
