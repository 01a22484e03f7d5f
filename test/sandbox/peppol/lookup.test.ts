import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { SignedXml } from 'xml-crypto';
import { nameOf } from '../../../src/sandbox/peppol/participants.ts';
import { describeCalls } from '../calls.ts';
import { whileTimeStands } from '../../support/standing-time.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { BILLING, CREDIT_NOTES } from './sending.ts';

const XRECHNUNG = BILLING.replace(
  /#compliant#.*::2\.1/,
  '#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::2.1',
);

describe('DNS in the sandbox', () => {
  let sandbox: TestSandbox;
  let resolver: Resolver;
  /** For names without an answer. */
  let impatient: Resolver;
  before(async () => {
    sandbox = await aSandbox();
    const resolverOf = (timeout: number): Resolver => {
      const made = new Resolver({ timeout, tries: 1 });
      made.setServers([`127.0.0.1:${sandbox.port}`]);
      return made;
    };
    [resolver, impatient] = [resolverOf(60_000), resolverOf(200)];
  });
  after(() => sandbox.stop());

  const nameIn = (zone: string, value: string): string => `${nameOf(value)}.iso6523-actorid-upis.${zone}`;
  const askSmp = (value: string): Promise<number | string> =>
    fetch(`${sandbox.url}/peppol/smp/${encodeURIComponent(`iso6523-actorid-upis::${value}`)}`).then(
      (answer) => answer.status,
      () => 'broken',
    );
  const codeOf = (error: unknown): boolean | string => (error as { code: string }).code;

  for (const [value, hash] of [
    ['9915:test', 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a'],
    ['0088:1234567890123', 'sjsyvccmqyjxk3weuapffq4x3umcrf4qryherj4vovhmonh7gccq'],
    ['0088:123ABC', 'y7dzfxaf3d4cjz4kcgrxtec6twvcga4ky7zwa5boif6mswd4tdrq'],
    ['0010:5798000000001', 'xukhfqabqziki3ykvr2fhr4snfa3pf5vpq6k4tonv3lmvsy5arvq'],
  ] as const)
    it(`has the published name for ${value}`, () => assert.equal(nameOf(value), hash));

  for (const zone of ['participant.sml.prod.tech.peppol.org', 'sml.sandbox.invalid'])
    it(`names the SMP of a participant by NAPTR, also in the zone ${zone}`, async () => {
      const [record, ...others] = await resolver.resolveNaptr(nameIn(zone, '9930:de123456789'));
      assert.deepEqual(others, []);
      assert.equal(record?.flags, 'U');
      assert.equal(record?.service, 'Meta:SMP');
      const [, pattern = '', smp = ''] = record?.regexp.split('!') ?? [];
      assert.match(nameIn(zone, '9930:de123456789'), new RegExp(`^(?:${pattern})$`));
      assert.equal(smp, `${sandbox.url}/peppol/smp`);
    });

  it('has no other records, and no names of another form', async () => {
    await assert.rejects(
      resolver.resolve4(nameIn('zone', '9930:de123456789')),
      (error) => codeOf(error) === 'ENODATA',
    );
    await assert.rejects(
      resolver.resolveNaptr('b-85008b8279e07ab0392da75fa55856a2.iso6523-actorid-upis.zone'),
      (error) => codeOf(error) === 'ENOTFOUND',
    );
  });

  it('has the name above all participants, without a record (RFC 4592 section 2.2.2)', async () => {
    await assert.rejects(
      resolver.resolveSoa('iso6523-actorid-upis.zone'),
      (error) => codeOf(error) === 'ENODATA',
    );
  });

  it('answers DNS for an unregistered participant only after another call named it; before that the SMP answers 404', async () => {
    assert.equal((await resolver.resolveNaptr(nameIn('zone', '9930:de111110404'))).length, 1);
    assert.equal(await askSmp('9930:DE111110404'), 404);
    await assert.rejects(
      resolver.resolveNaptr(nameIn('zone', '9930:de111110404')),
      (error) => codeOf(error) === 'ENOTFOUND',
    );
  });

  it('does not answer about a participant whose look-up times out, after another call named it', async () => {
    assert.equal(await askSmp('9930:de111110408'), 'broken');
    await assert.rejects(
      impatient.resolveNaptr(nameIn('zone', '9930:de111110408')),
      (error) => codeOf(error) === 'ETIMEOUT',
    );
    await sandbox.restart();
    await assert.rejects(
      impatient.resolveNaptr(nameIn('zone', '9930:de111110408')),
      (error) => codeOf(error) === 'ETIMEOUT',
    );
  });

  it('ignores datagrams that are not queries', async () => {
    const socket = createSocket('udp4');
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(600, 0xff)])
      socket.send(bytes, sandbox.port, '127.0.0.1');
    const name = nameIn('zone', '9930:de123456789');
    assert.equal((await resolver.resolveNaptr(name)).length, 1);
    socket.close();
    await once(socket, 'close');
    assert.ok((await describeCalls(sandbox.url)).includes(`NAPTR ${name} 0`));
  });
});

describe('the SMP in the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const ask = (value: string, type?: string): Promise<Response> => {
    const participant = encodeURIComponent(`iso6523-actorid-upis::${value}`);
    const services = type === undefined ? '' : `/services/${encodeURIComponent(`busdox-docid-qns::${type}`)}`;
    return fetch(`${sandbox.url}/peppol/smp/${participant}${services}`);
  };

  /** The certificate that signed, if the signature verifies. */
  function signerOf(xml: string): X509Certificate {
    const signature = /<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '';
    const der = /<X509Certificate>([^<]+)/.exec(signature)?.[1] ?? '';
    const certificate = new X509Certificate(Buffer.from(der, 'base64'));
    const check = new SignedXml({ publicCert: certificate.toString() });
    check.loadSignature(signature);
    if (!check.checkSignature(xml)) throw new Error('the signature is wrong');
    return certificate;
  }

  it('lists the document types of a participant, percent-encoded in one segment', async () => {
    const group = await (await ask('9930:DE123456789')).text();
    const hrefs = [...group.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const types = hrefs.map((href) => decodeURIComponent(href.slice(href.lastIndexOf('/') + 1)));
    assert.ok(types.includes(`busdox-docid-qns::${BILLING}`));
    assert.ok(types.includes(`busdox-docid-qns::${XRECHNUNG}`));
    assert.match(group, /scheme="iso6523-actorid-upis">9930:de123456789</);
    assert.equal((await fetch(hrefs[0]!)).status, 200);
  });

  it('signs its answer about a document type with a certificate of its CA', async () => {
    const xml = await (await ask('9930:de123456789', BILLING)).text();
    const ca = new X509Certificate(await (await fetch(`${sandbox.url}/peppol/smp-ca.pem`)).text());
    assert.ok(signerOf(xml).verify(ca.publicKey));
    assert.match(xml, /transportProfile="peppol-transport-as4-v2_0"/);
    const changed = xml.replace('9930:de123456789', '9930:de123456780');
    assert.throws(() => signerOf(changed));
  });

  for (const [title, value, type, status] of [
    ['a participant of a scheme without XRechnung', '0088:4012345000009', XRECHNUNG, 404],
    ['a participant without credit notes', '9930:de111110381', CREDIT_NOTES, 404],
    ['the same for invoices', '9930:de111110381', BILLING, 200],
    ['one that SMPs do not know', '9930:de111110414', BILLING, 404],
    ['one whose SMP is down', '9930:de111110503', BILLING, 503],
    ['a scheme that is not in force', '9955:se1234567890', BILLING, 400],
    ['an e-mail address', 'EM:a@b.example', BILLING, 400],
    ['no document type', '9930:de123456789', '', 400],
  ] as const)
    it(`answers ${status} for ${title}`, async () => assert.equal((await ask(value, type)).status, status));

  it('redirects once, to an SMP whose certificate it names', async () => {
    const first = await (await ask('9930:de111110302', BILLING)).text();
    signerOf(first);
    const [, href = '', uid = ''] = /<Redirect href="([^"]+)"><CertificateUID>([^<]+)</.exec(first) ?? [];
    const second = await (await fetch(href)).text();
    const signer = signerOf(second);
    assert.deepEqual(new Set(uid.split(',')), new Set(signer.subject.split('\n')));
    assert.match(second, /<ServiceInformation>/);
  });

  it('redirects twice for participants that end 0310', async () => {
    const follow = async (answer: Response): Promise<string> =>
      /Redirect href="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
    const second = await follow(await ask('9930:de111110310', BILLING));
    const third = await follow(await fetch(second));
    assert.notEqual(third, '');
    assert.match(await (await fetch(third)).text(), /<ServiceInformation>/);
  });

  it('shows an expired endpoint, and an expired certificate', async () => {
    const expiring = await (await ask('9930:de111110410', BILLING)).text();
    const until = Date.parse(/<ServiceExpirationDate>([^<]+)/.exec(expiring)?.[1] ?? '');
    assert.ok(until < Date.now());
    const bad = await (await ask('9930:de111110495', BILLING)).text();
    const certificate = new X509Certificate(
      Buffer.from(/<Certificate>([^<]+)/.exec(bad)?.[1] ?? '', 'base64'),
    );
    assert.ok(Date.parse(certificate.validTo) < Date.now());
  });
});

describe('the Directory in the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox({ limits: 'off' })));
  after(() => sandbox.stop());
  const search = (query: string): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/directory/search/1.0/json?${query}`);

  it('finds a participant by its identifier, and none under an unregistered one', async () => {
    const found = await jsonOf(
      `${sandbox.url}/peppol/directory/search/1.0/json?participant=iso6523-actorid-upis::9930:DE222222222`,
    );
    assert.equal(found['total-result-count'], 1);
    const [match] = found['matches'] as { participantID: unknown }[];
    assert.deepEqual(match?.participantID, { scheme: 'iso6523-actorid-upis', value: '9930:de222222222' });
    const none = await search('participant=iso6523-actorid-upis::9930:de222220404');
    assert.equal(none.status, 200);
    assert.deepEqual(((await none.json()) as { matches: unknown[] }).matches, []);
  });

  for (const query of ['', 'rpi=0', 'colour=red', 'name=ab', 'q=sandbox&rpi=50&rpc=20', 'q=sandbox&rpc=x'])
    it(`answers 400 to "${query}"`, async () => assert.equal((await search(query)).status, 400));

  it('pages', async () => {
    const page = await jsonOf(`${sandbox.url}/peppol/directory/search/1.0/json?q=sandbox&rpc=2&rpi=1`);
    assert.equal((page['matches'] as unknown[]).length, 2);
    assert.equal(page['first-result-index'], 2);
  });

  it('accepts two searches a second, unless limits are off', async () => {
    const strict = await aSandbox();
    const answers = await whileTimeStands(() =>
      Promise.all(
        Array.from({ length: 3 }, () => fetch(`${strict.url}/peppol/directory/search/1.0/json?q=sandbox`)),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429]);
    await strict.stop();
    const many = await Promise.all(Array.from({ length: 3 }, () => search('q=sandbox')));
    assert.deepEqual(
      many.map(({ status }) => status),
      [200, 200, 200],
    );
  });
});
