import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as tlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { RequestListener, ServerResponse } from 'node:http';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import {
  type LookUpSettings,
  PeppolParticipants,
} from '../../../src/adapters/peppol-lookup/peppol-participants.ts';
import { nameOf } from '../../../src/adapters/peppol-lookup/sml.ts';
import type { LookedUp } from '../../../src/ports/participants.ts';
import { aNetwork, anAuthority, type Authority, type DnsAnswer, type Identity, signed } from './network.ts';

const PARTICIPANT = '9930:de123456789';
const WANTED = { documentType: 'urn:x::Invoice##urn:y#compliant#urn:z::2.1', process: 'urn:process' };
const IDS = 'xmlns:i="http://busdox.org/transport/identifiers/1.0/"';
const PUBLISHING = 'http://busdox.org/serviceMetadata/publishing/1.0/';

interface Said {
  readonly participant?: string;
  readonly documentType?: string;
  readonly process?: string;
  readonly transport?: string;
  readonly from?: string;
  readonly until?: string;
}

const metadata = (content: string): string =>
  `<SignedServiceMetadata xmlns="${PUBLISHING}"><ServiceMetadata>${content}</ServiceMetadata></SignedServiceMetadata>`;

const information = (said: Said = {}): string =>
  metadata(`<ServiceInformation><i:ParticipantIdentifier ${IDS} scheme="iso6523-actorid-upis">${said.participant ?? '9930:DE123456789'}</i:ParticipantIdentifier>
<i:DocumentIdentifier ${IDS} scheme="busdox-docid-qns">${said.documentType ?? WANTED.documentType}</i:DocumentIdentifier>
<ProcessList><Process><i:ProcessIdentifier ${IDS} scheme="cenbii-procid-ubl">${said.process ?? WANTED.process}</i:ProcessIdentifier>
<ServiceEndpointList><Endpoint transportProfile="${said.transport ?? 'peppol-transport-as4-v2_0'}">
<EndpointReference xmlns="http://www.w3.org/2005/08/addressing"><Address>https://ap.example/as4</Address></EndpointReference>
<ServiceActivationDate>${said.from ?? '2020-01-01T00:00:00Z'}</ServiceActivationDate><ServiceExpirationDate>${said.until ?? '2099-01-01T00:00:00Z'}</ServiceExpirationDate>
</Endpoint></ServiceEndpointList></Process></ProcessList></ServiceInformation>`);

const redirect = (href: string, subject: string): string =>
  metadata(`<Redirect href="${href}"><CertificateUID>${subject}</CertificateUID></Redirect>`);

const YES = { registered: 'yes', endpoint: 'https://ap.example/as4' };
const says = (xml: string | Buffer) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/xml' }).end(xml);
const status = (code: number) => (response: ServerResponse) =>
  response.writeHead(code, { Location: '/elsewhere' }).end('x');

describe('looking up a participant in Peppol', () => {
  let ca: Authority;
  let smp: Identity;
  let other: Identity;
  let expired: Identity;
  let early: Identity;
  let stranger: Identity;
  before(async () => {
    ca = await anAuthority('CN=CA of these tests, C=BE');
    smp = await ca.certify('CN=SMP1, O=Tests, C=BE');
    other = await ca.certify('CN=SMP2, O=Tests, C=BE');
    expired = await ca.certify('CN=SMP1, O=Tests, C=BE', { from: -9, until: -1 });
    early = await ca.certify('CN=SMP1, O=Tests, C=BE', { from: 1, until: 9 });
    stranger = await (await anAuthority('CN=CA of these tests, C=BE')).certify('CN=SMP1, O=Tests, C=BE');
  });

  interface Played {
    readonly dns?: (url: string) => DnsAnswer;
    readonly settings?: Partial<LookUpSettings>;
    /** The resolver's host, where it is not called by its address. */
    readonly dnsByName?: string;
  }

  async function lookUp(
    answer: (response: ServerResponse, path: string, url: string) => unknown,
    { dns = (url) => [`!.*!${url}/smp!`], settings = {}, dnsByName = '127.0.0.1' }: Played = {},
  ): Promise<{ readonly found: LookedUp; readonly asked: readonly string[]; readonly paths: string[] }> {
    const paths: string[] = [];
    let own = '';
    const listener: RequestListener = ({ url = '' }, response) => {
      paths.push(url);
      answer(response, url, own);
    };
    const network = await aNetwork(dns, listener);
    own = network.url;
    try {
      const participants = new PeppolParticipants(new OutboundClient(), {
        zone: 'sml.example',
        dns: network.dns.replace('127.0.0.1', dnsByName),
        trusted: async () => ca.pem,
        isLocal: true,
        dnsTimeoutMs: 100,
        smpTimeoutMs: 500,
        ...settings,
      });
      return { found: await participants.lookUp(PARTICIPANT, WANTED), asked: network.asked, paths };
    } finally {
      network.stop();
    }
  }

  it('uses the published names', () => {
    const hash = (value: string): string => nameOf(value, 'zone').split('.')[0] ?? '';
    assert.equal(hash('9915:test'), 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a');
    assert.equal(hash('0088:123ABC'), 'y7dzfxaf3d4cjz4kcgrxtec6twvcga4ky7zwa5boif6mswd4tdrq');
  });

  it('finds the endpoint of one that is registered, asking for each identifier as one segment', async () => {
    const { found, asked, paths } = await lookUp((response) => says(signed(information(), smp))(response));
    assert.deepEqual(found, YES);
    assert.deepEqual(asked, [nameOf(PARTICIPANT, 'sml.example')]);
    assert.deepEqual(
      paths.map((path) => path.split('/').map(decodeURIComponent)),
      [
        [
          '',
          'smp',
          `iso6523-actorid-upis::${PARTICIPANT}`,
          'services',
          `busdox-docid-qns::${WANTED.documentType}`,
        ],
      ],
    );
  });

  const DNS: [it: string, dns: DnsAnswer, registered: string][] = [
    ['whose name does not exist is not registered', 'NXDOMAIN', 'no'],
    ['whose name has no record is not registered', [], 'no'],
    ['is unknown when DNS fails', 'SERVFAIL', 'unknown'],
    ['is unknown when DNS does not answer', 'silent', 'unknown'],
    ['is unknown when DNS answers with noise', 'noise', 'unknown'],
    ['is unknown when the record cannot be read', ['!(a+)+$!http://127.0.0.1/!'], 'unknown'],
    ['is unknown when the record names no address', ['!.*!nowhere!'], 'unknown'],
  ];
  for (const [it_, dns, registered] of DNS)
    it(`one ${it_}`, async () => {
      const { found, paths } = await lookUp(() => assert.fail('called'), { dns: () => dns });
      assert.deepEqual([found.registered, paths], [registered, []]);
    });

  it('asks a resolver that is named by its host, and is unknown when that has no address', async () => {
    const answer = (response: ServerResponse) => says(signed(information(), smp))(response);
    const named = { dnsByName: 'localhost' };
    assert.equal((await lookUp(answer, named)).found.registered, 'yes');
    const settings = { dns: 'resolver.invalid:53' };
    assert.equal((await lookUp(() => assert.fail('called'), { settings })).found.registered, 'unknown');
  });

  it('takes the record of the lowest order', async () => {
    const dns = (url: string): DnsAnswer => ['!.*!http://127.0.0.1:1!', `!^.*$!${url}/second!`];
    const { found } = await lookUp((response) => says(signed(information(), smp))(response), { dns });
    assert.equal(found.registered, 'yes');
  });

  const ANSWERS: [it: string, registered: string, answer: () => (response: ServerResponse) => unknown][] = [
    ['does not know it', 'no', () => status(404)],
    ['finds the identifier malformed', 'no', () => status(400)],
    ['is down', 'unknown', () => status(503)],
    ['refuses the call', 'unknown', () => status(403)],
    ['sends elsewhere by HTTP', 'unknown', () => status(302)],
    ['does not answer', 'unknown', () => () => undefined],
    ['hangs up', 'unknown', () => (response) => response.destroy()],
    ['answers with a page', 'unknown', () => says('<html><body>Welcome</body></html>')],
    ['answers half', 'unknown', () => says(signed(information(), smp).slice(0, -30))],
    ['answers without end', 'unknown', () => says('<a>'.repeat(100_000))],
    [
      'declares entities',
      'unknown',
      () => says(`<!DOCTYPE a [<!ENTITY b "c">]>${signed(information(), smp)}`),
    ],
    ['does not sign', 'unknown', () => says(information())],
    [
      'signs something else',
      'unknown',
      () => says(signed(information(), smp).replace('ap.example', 'evil.example')),
    ],
    [
      'wraps what was signed into something else',
      'unknown',
      () => says(`<a>${signed(information(), smp)}</a>`),
    ],
    ['signs with a key of another CA of that name', 'unknown', () => says(signed(information(), stranger))],
    ['signs with an expired certificate', 'unknown', () => says(signed(information(), expired))],
    ['signs with a certificate that is not valid yet', 'unknown', () => says(signed(information(), early))],
    ['is down for good, with a page', 'unknown', () => (response) => response.writeHead(502).end('<html>')],
    ['answers in bytes that are no UTF-8', 'unknown', () => says(Buffer.from([0x3c, 0x61, 0xff, 0x3e]))],
    ['answers nothing', 'unknown', () => says('')],
    [
      'answers with a service group',
      'unknown',
      () => says(signed(`<ServiceGroup xmlns="${PUBLISHING}"/>`, smp)),
    ],
    [
      'answers ever so slowly',
      'unknown',
      () => (response) => {
        response.writeHead(200).write('<Signed');
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
    ['says since when in no date', 'unknown', () => says(signed(information({ from: 'yesterday' }), smp))],
    ['says until when in no date', 'unknown', () => says(signed(information({ until: 'never' }), smp))],
    [
      'adds an unknown member',
      'yes',
      () =>
        says(
          signed(
            information().replace(
              '</ServiceInformation>',
              '<Extension><x xmlns="urn:x"/></Extension></ServiceInformation>',
            ),
            smp,
          ),
        ),
    ],
    ['signs with SHA-1', 'unknown', () => says(signed(information(), smp, { hash: 'sha1' }))],
    [
      'answers about another participant',
      'unknown',
      () => says(signed(information({ participant: '9930:de1' }), smp)),
    ],
    [
      'answers about a document type in other letters',
      'unknown',
      () => says(signed(information({ documentType: WANTED.documentType.toUpperCase() }), smp)),
    ],
    ['offers another process', 'no', () => says(signed(information({ process: 'urn:other' }), smp))],
    ['offers another transport', 'no', () => says(signed(information({ transport: 'as2' }), smp))],
    ['no longer offers it', 'no', () => says(signed(information({ until: '2026-01-01T00:00:00Z' }), smp))],
    ['does not offer it yet', 'no', () => says(signed(information({ from: '2098-01-01T00:00:00Z' }), smp))],
  ];
  for (const [it_, registered, answer] of ANSWERS)
    it(`answers ${registered} if the SMP ${it_}`, async () => {
      const { found } = await lookUp((response) => answer()(response));
      assert.equal(found.registered, registered, JSON.stringify(found));
    });

  it('trusts no SMP once the CA itself has expired', async () => {
    const now = () => new Date(Date.now() + 10 * 24 * 3_600_000);
    const { found } = await lookUp((response) => says(signed(information(), smp))(response), {
      settings: { now },
    });
    assert.equal(found.registered, 'unknown');
  });

  it('trusts no SMP whose TLS certificate is untrusted', async () => {
    const server = tlsServer({ key: smp.key, cert: smp.pem }, () => assert.fail('called'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { found } = await lookUp(() => assert.fail('called'), { dns: () => [`!.*!${url}!`] });
    server.close();
    assert.equal(found.registered, 'unknown');
  });

  it('trusts no SMP if no CA is trusted', async () => {
    const settings = { trusted: async () => '' };
    const { found } = await lookUp((response) => says(signed(information(), smp))(response), { settings });
    assert.equal(found.registered, 'unknown');
  });

  it('calls no SMP that is not public, unless it may be on this machine', async () => {
    const { found, paths } = await lookUp(() => undefined, { settings: { isLocal: false } });
    assert.deepEqual([found.registered, paths], ['unknown', []]);
  });

  describe('behind a redirect', () => {
    const first =
      (second: () => string, subject = 'CN=SMP2,O=Tests,C=BE') =>
      (response: ServerResponse, path: string, url: string) =>
        says(path === '/2' ? second() : signed(redirect(`${url}/2`, subject), smp))(response);

    it('is found at its target', async () => {
      const { found, paths } = await lookUp(first(() => signed(information(), other)));
      assert.deepEqual([found, paths[1]], [YES, '/2']);
    });

    it('is unknown if the signer is not the one that the redirect names', async () => {
      assert.equal((await lookUp(first(() => signed(information(), smp)))).found.registered, 'unknown');
    });

    it('is unknown after a second one, which is not followed', async () => {
      const again = redirect('http://127.0.0.1/3', 'CN=SMP2,O=Tests,C=BE');
      const { found, paths } = await lookUp(first(() => signed(again, other)));
      assert.deepEqual([found.registered, paths.length], ['unknown', 2]);
    });
  });
});
