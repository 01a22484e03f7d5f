import { withEnglish } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash, createPrivateKey, verify, webcrypto, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { XmlDocument } from 'libxml2-wasm';
import { SignedXml } from 'xml-crypto';
import { signedRequest } from '../../../../../src/adapters/rails/pl-ksef/client/xades.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { REFERENCE_DATA, describeByReference } from '../../../../support/reference-data.ts';

const ALGORITHMS = {
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  },
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

async function aCertificate(algorithm: keyof typeof ALGORITHMS, subject: string) {
  const own = ALGORITHMS[algorithm];
  const keys = await webcrypto.subtle.generateKey(own, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01a3',
    subject,
    issuer: 'C=PL, O="Firma, Sp. z o.o.", 2.5.4.97=VATPL-5265877635, CN=Wystawca',
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2036-01-01'),
    signingAlgorithm: own,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const pem = certificate.toString('pem');
  return {
    pem,
    certificate: new X509Certificate(pem),
    key: createPrivateKey(x509.PemConverter.encode(key, 'PRIVATE KEY')),
  };
}

const CHALLENGE = '20261121-CR-226FB7B000-3ACF9BE4C0-10';
const at = new Date('2026-11-21T09:00:00Z');

async function aRequest(algorithm: keyof typeof ALGORITHMS, subject = '2.5.4.5=PNOPL-11111111111, CN=Jan') {
  const made = await aCertificate(algorithm, subject);
  return {
    ...made,
    xml: signedRequest({ challenge: CHALLENGE, context: { type: 'Nip', value: '5265877635' }, at, ...made }),
  };
}

/** The parts that a verifier reads as signed; empty if the signature is invalid. */
function signedParts(xml: string, pem: string): readonly string[] {
  const [signature = ''] = /<ds:Signature [^]*<\/ds:Signature>/.exec(xml) ?? [];
  const check = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null });
  check.SignatureAlgorithms['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'] = class {
    getAlgorithmName = () => 'ecdsa-sha256';
    getSignature = () => assert.fail('only verified');
    verifySignature = (info: unknown, key: unknown, value: unknown): boolean =>
      verify(
        'sha256',
        Buffer.from(String(info)),
        { key: String(key), dsaEncoding: 'ieee-p1363' },
        Buffer.from(String(value), 'base64'),
      );
  };
  check.loadSignature(signature);
  try {
    return check.checkSignature(xml) ? check.getSignedReferences() : [];
  } catch {
    return [];
  }
}

describe('the request for a log-in by certificate', () => {
  for (const algorithm of ['rsa', 'ec'] as const) {
    it(`is signed, with the properties of its signature: ${algorithm}`, async () => {
      const { xml, pem } = await aRequest(algorithm);
      const [request, properties, ...more] = signedParts(xml, pem);
      assert.match(request ?? '', /^<AuthTokenRequest /);
      assert.match(properties ?? '', /^<xades:SignedProperties /);
      assert.deepEqual(more, []);
    });

    it(`has an invalid signature after a change: ${algorithm}`, async () => {
      const { xml, pem } = await aRequest(algorithm);
      assert.deepEqual(signedParts(xml.replace('5265877635<', '1111111111<'), pem), []);
      assert.deepEqual(signedParts(xml.replace('2026-11-21T09', '2026-11-21T10'), pem), []);
    });
  }

  it('names its certificate with digest, issuer and number', async () => {
    const { xml, certificate } = await aRequest('rsa');
    const digest = createHash('sha256').update(certificate.raw).digest('base64');
    assert.ok(xml.includes(`<ds:DigestValue>${digest}</ds:DigestValue>`));
    assert.ok(xml.includes('<ds:X509SerialNumber>419</ds:X509SerialNumber>'));
    assert.ok(
      xml.includes(
        '<ds:X509IssuerName>CN=Wystawca,2.5.4.97=VATPL-5265877635,O=Firma\\, Sp. z o.o.,C=PL</ds:X509IssuerName>',
      ),
    );
    assert.ok(xml.includes(certificate.raw.toString('base64')));
  });

  it('has R and S of an elliptic curve side by side', async () => {
    const { xml } = await aRequest('ec');
    const [, value = ''] = /<ds:SignatureValue>([^<]+)</.exec(xml) ?? [];
    assert.equal(Buffer.from(value, 'base64').length, 64);
  });

  for (const [subject, type] of [
    ['2.5.4.5=TINPL-5265877635, CN=x', 'certificateSubject'],
    ['2.5.4.97=VATPL-5265877635, CN=x', 'certificateSubject'],
    ['2.5.4.5=PESEL:11111111111, CN=x', 'certificateSubject'],
    ['2.5.4.97=VATPL-5265877635, 2.5.4.42=Jan, 2.5.4.4=Kos, CN=x', 'certificateFingerprint'],
    ['2.5.4.5=PNODE-11111111111, CN=x', 'certificateFingerprint'],
    ['2.5.4.5=IDCPL-ABC123456, CN=x', 'certificateFingerprint'],
    ['2.5.4.97=NTRPL-0000123456, CN=x', 'certificateFingerprint'],
    ['CN=x', 'certificateFingerprint'],
  ] as const)
    it(`names the signer by ${type}: ${subject}`, async () => {
      const { xml } = await aRequest('ec', subject);
      assert.ok(xml.includes(`<SubjectIdentifierType>${type}</SubjectIdentifierType>`));
    });
});

describeByReference('the request for a log-in', () => {
  it('is valid against the published schema', async () => {
    const { xml } = await aRequest('rsa');
    const path = join(REFERENCE_DATA, 'routes/data/ksef-xsd/schemat_auth_v2-1.xsd');
    const schema = XsdSchema.compile({
      entry: 'a.xsd',
      catalog: {},
      files: new Map([['a.xsd', readFileSync(path)]]),
    });
    const bare = xml.replace(/<ds:Signature [^]*<\/ds:Signature>/, '');
    try {
      assert.deepEqual(withEnglish(schema.check(Buffer.from(bare))), { kind: 'verdict', findings: [] });
      XmlDocument.fromString(xml).dispose();
    } finally {
      schema.dispose();
    }
  });
});
