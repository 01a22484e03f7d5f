import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignatureService } from 'ksef-client-ts';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { aSandbox, type TestSandbox } from '../running.ts';
import { aCertificate, seal, type TestCertificate } from './certificates.ts';
import { codeOf, Ksef, SELLER } from './ksef.ts';

const NIP = `<ContextIdentifier><Nip>${SELLER}</Nip></ContextIdentifier>`;
const SUBJECT = '<SubjectIdentifierType>certificateSubject</SubjectIdentifierType>';
const policy = (addresses: string): string =>
  `${NIP}${SUBJECT}<AuthorizationPolicy><AllowedIps>${addresses}</AllowedIps></AuthorizationPolicy>`;

/** The rest of the request, after the challenge. */
const CONTENTS = [
  NIP + SUBJECT,
  SUBJECT + NIP,
  NIP,
  NIP + SUBJECT.replace('Subject<', 'Fingerprint<'),
  NIP + SUBJECT.replace('certificateSubject', 'certificate'),
  NIP.replaceAll('Nip', 'Pesel') + SUBJECT,
  NIP.replace(SELLER, '0265877635') + SUBJECT,
  NIP.replace(`<Nip>${SELLER}</Nip>`, '') + SUBJECT,
  NIP.replace(`<Nip>${SELLER}</Nip>`, `<InternalId>${SELLER}-12345</InternalId>`) + SUBJECT,
  NIP.replace(`<Nip>${SELLER}</Nip>`, `<InternalId>${SELLER}</InternalId>`) + SUBJECT,
  NIP.replace('</Nip>', `</Nip><Nip>${SELLER}</Nip>`) + SUBJECT,
  NIP + SUBJECT + SUBJECT,
  policy(''),
  policy(
    '<Ip4Address>10.0.0.1</Ip4Address><Ip4Range>10.0.0.1-10.0.0.9</Ip4Range><Ip4Mask>10.0.0.0/8</Ip4Mask>',
  ),
  policy('<Ip4Mask>10.0.0.0/8</Ip4Mask><Ip4Address>10.0.0.1</Ip4Address>'),
  policy('<Ip4Address>10.0.0.256</Ip4Address>'),
  policy('<Ip4Mask>10.0.0.0/33</Ip4Mask>'),
  policy('<Ip4Address>10.0.0.1</Ip4Address>'.repeat(10)),
  policy('<Ip4Address>10.0.0.1</Ip4Address>'.repeat(11)),
];

describeByReference('requests for access at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  let company: TestCertificate;
  let published: XsdValidator;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = new Ksef(sandbox.url);
    company = await aCertificate(seal(SELLER));
    const file = join(REFERENCE_DATA, 'routes/data/ksef-xsd/schemat_auth_v2-1.xsd');
    published = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
  });
  after(() => sandbox.stop());

  const isPublished = (xml: string): boolean => {
    try {
      published.validate(XmlDocument.fromString(xml));
      return true;
    } catch {
      return false;
    }
  };

  for (const content of CONTENTS)
    it(`are checked against the published schema: ${content}`, async () => {
      const { challenge } = await ksef.challenge();
      const xml = `<AuthTokenRequest xmlns="http://ksef.mf.gov.pl/auth/token/2.1"><Challenge>${challenge}</Challenge>${content}</AuthTokenRequest>`;
      const signed = SignatureService.sign(xml, company.certificate, company.key);
      const answer = await ksef.call('POST', '/auth/xades-signature', signed);
      assert.equal(codeOf(answer) !== 21401, isPublished(xml), answer.text);
    });
});
