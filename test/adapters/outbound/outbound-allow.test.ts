import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAllowList } from '../../../src/adapters/outbound/allow-list.ts';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import { PeppolRail } from '../../../src/adapters/rails/peppol/peppol-rail.ts';

/** The addresses of the names of this test. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'phoss-ap': ['10.1.2.3'],
  'ap.internal': ['10.1.2.3'],
  'ap.example': ['192.168.7.7'],
  'both.example': ['10.1.2.3', '93.184.216.34'],
  'public.example': ['93.184.216.34'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['10.1.2.3', 'fd00:ec2::254'],
};
const client = (allow?: string) =>
  new OutboundClient({
    ...(allow !== undefined && { allow }),
    resolve: async (host) =>
      (NAMES[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

const INNER = [
  ...['http://phoss-ap:8080/', 'http://ap.internal/', 'https://ap.internal/', 'https://ap.example/'],
  ...['http://10.1.2.3/', 'https://10.1.2.3/', 'http://127.0.0.1/', 'http://[fd00::1]/', 'http://localhost/'],
];

describe('OUTBOUND_ALLOW', () => {
  it('keeps every inner address closed if it is not set', async () => {
    for (const allow of [undefined, '', ' , '])
      for (const url of INNER)
        assert.notEqual(english(await client(allow).reasonAgainst(url)), undefined, url);
  });

  for (const [allow, opened] of [
    ['phoss-ap', ['http://phoss-ap:8080/']],
    ['PHOSS-AP., ap.internal', ['http://phoss-ap:8080/', 'http://ap.internal/', 'https://ap.internal/']],
    ['ap.example', ['https://ap.example/']],
    ['10.1.2.3', ['http://10.1.2.3/', 'https://10.1.2.3/', ...INNER.slice(0, 3)]],
    ['10.0.0.0/8', ['http://10.1.2.3/', 'https://10.1.2.3/', ...INNER.slice(0, 3)]],
    ['fd00::/8', ['http://[fd00::1]/']],
    ['127.0.0.0/8', ['http://127.0.0.1/']],
    ['192.168.0.0/16', ['https://ap.example/']],
  ] as const)
    it(`of ${allow} opens the named hosts, and no others`, async () => {
      for (const url of INNER) {
        const refusal = await client(allow).reasonAgainst(url);
        assert.equal(
          refusal === undefined,
          (opened as readonly string[]).includes(url),
          `${url}: ${english(refusal)}`,
        );
      }
    });

  const EVERYTHING =
    '0.0.0.0/0,::/0,fd00:ec2::254,100.100.100.200,public.example,both.example,metadata.example,six.example,x.phoss-ap';
  for (const url of [
    // No public address over http, whatever the list.
    ...['http://public.example/', 'http://both.example/', 'http://93.184.216.34/'],
    // The metadata service of clouds.
    ...['http://169.254.169.254/', 'https://metadata.example/', 'http://[fe80::1]/', 'http://168.63.129.16/'],
    ...[
      'http://[fd00:ec2::254]/',
      'http://[FD00:0EC2:0::254]/',
      'https://[fd00:ec2::23]/',
      'http://[fd20:ce::254]/',
    ],
    ...['http://[fd00:c1::a9fe:a9fe]/', 'http://[fd00:42::42]/', 'http://[fd00:a9fe:a9fe::1]/'],
    ...['http://100.100.100.200/', 'http://[::ffff:100.100.100.200]/', 'https://six.example/'],
    ...['http://user@10.1.2.3/', 'ftp://10.1.2.3/', 'http://224.0.0.1/', 'http://0.0.0.0/', 'x'],
    'http://nobody.example/',
  ])
    it(`does not allow ${url}`, async () => {
      assert.notEqual(english(await client(EVERYTHING).reasonAgainst(url)), undefined);
    });

  it('does not change the rule for public addresses: https, and every address of a name is public', async () => {
    assert.equal(english(await client('10.0.0.0/8').reasonAgainst('https://public.example/')), undefined);
    assert.notEqual(english(await client('phoss-ap').reasonAgainst('https://both.example/')), undefined);
    assert.notEqual(english(await client('phoss-ap').reasonAgainst('http://public.example/')), undefined);
  });

  for (const [url, isAllowed] of [
    ['http://phoss-ap/', true],
    ['https://phoss-ap/', true],
    ['https://ap.example/', true],
    ['http://ap.example/', false],
    ['https://other.internal/', false],
    ['http://other.internal/', false],
  ] as const)
    it(`${isAllowed ? 'allows' : 'does not allow'} ${url} while its name does not resolve`, async () => {
      const unresolved = new OutboundClient({
        allow: 'phoss-ap,10.0.0.0/8',
        resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
      });
      assert.equal((await unresolved.reasonAgainst(url)) === undefined, isAllowed);
    });

  it('opens no address to webhooks', async () => {
    assert.notEqual(
      english(await client('10.0.0.0/8').reasonAgainst('https://10.1.2.3/hook', 'webhook-owner')),
      undefined,
    );
  });

  it('accepts only names, addresses and CIDRs', () => {
    for (const text of ['a', 'a.b, 10.0.0.1,10.0.0.0/8 ,fd00::/8,::1', 'phoss-ap.default.svc.cluster.local'])
      assert.ok(isAllowList(text), text);
    for (const text of [
      '*',
      '*.example',
      'http://a',
      'a:80',
      '10.0.0.0/33',
      '10.0.0',
      'a b',
      '-a',
      'a/8',
      '1',
    ])
      assert.ok(!isAllowList(text), text);
  });
});

describe('an access point on a private network', () => {
  let server: Server;
  let url: string;
  before(async () => {
    server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const inquire = (allow?: string) => {
    const value = JSON.stringify({ base_url: url, token: 't', sender_participant_id: '9930:de1' });
    return new PeppolRail(client(allow)).ask({
      client: 'acme',
      documentSha256: '',
      submissionId: 'sub-1',
      startedAt: new Date(),
      legalId: null,
      isResend: true,
      credential: { client: 'acme', id: 'crd_1', kind: 'access-point', value },
      document: () => Promise.reject(new Error('it is not needed')),
      acquirePermit: async () => true,
    });
  };

  it('is called if the operator has listed it', async () => {
    const { mapping } = await inquire('127.0.0.1');
    // The server answers the inquiry.
    assert.equal(mapping.networkStatus, 'out-of-order');
  });

  it('is not called if the operator has not listed it', async () => {
    for (const allow of [undefined, '10.0.0.0/8', 'localhost']) {
      const { mapping } = await inquire(allow);
      assert.equal(mapping.networkStatus, 'address-refused');
    }
  });
});
