import { withEnglish } from '../../support/words.ts';
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

/** Longer than any answer here takes, on whatever machine, ms. */
const PATIENCE_MS = 180_000;
const PARTICIPANT = '9930:de123456789';
const WANTED = { documentType: 'urn:x::Invoice##urn:y#compliant#urn:z::2.1', process: 'urn:process' };
const IDS = 'xmlns:i="http://busdox.org/transport/identifiers/1.0/"';
const PUBLISHING = 'http://busdox.org/serviceMetadata/publishing/1.0/';

interface Statement {
  readonly participant?: string;
  readonly documentType?: string;
  readonly process?: string;
  readonly transport?: string;
  readonly from?: string;
  readonly until?: string;
}

const metadata = (content: string): string =>
  `<SignedServiceMetadata xmlns="${PUBLISHING}"><ServiceMetadata>${content}</ServiceMetadata></SignedServiceMetadata>`;

const information = (stated: Statement = {}): string =>
  metadata(`<ServiceInformation><i:ParticipantIdentifier ${IDS} scheme="iso6523-actorid-upis">${stated.participant ?? '9930:DE123456789'}</i:ParticipantIdentifier>
<i:DocumentIdentifier ${IDS} scheme="busdox-docid-qns">${stated.documentType ?? WANTED.documentType}</i:DocumentIdentifier>
<ProcessList><Process><i:ProcessIdentifier ${IDS} scheme="cenbii-procid-ubl">${stated.process ?? WANTED.process}</i:ProcessIdentifier>
<ServiceEndpointList><Endpoint transportProfile="${stated.transport ?? 'peppol-transport-as4-v2_0'}">
<EndpointReference xmlns="http://www.w3.org/2005/08/addressing"><Address>https://ap.example/as4</Address></EndpointReference>
<ServiceActivationDate>${stated.from ?? '2020-01-01T00:00:00Z'}</ServiceActivationDate><ServiceExpirationDate>${stated.until ?? '2099-01-01T00:00:00Z'}</ServiceExpirationDate>
</Endpoint></ServiceEndpointList></Process></ProcessList></ServiceInformation>`);

const redirect = (href: string, subject: string): string =>
  metadata(`<Redirect href="${href}"><CertificateUID>${subject}</CertificateUID></Redirect>`);

const YES = { registered: 'yes', endpoint: 'https://ap.example/as4' };
const xmlAnswer = (xml: string | Buffer) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/xml' }).end(xml);
const status = (code: number) => (response: ServerResponse) =>
  response.writeHead(code, { Location: '/elsewhere' }).end('x');

describe('the look-up of a participant in Peppol', () => {
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

  interface Scenario {
    readonly dns?: (url: string, name: string) => DnsAnswer;
    readonly sender?: string;
    readonly settings?: Partial<LookUpSettings>;
    /** The resolver's host, if it is not called by its address. */
    readonly dnsByName?: string;
  }

  async function lookUp(
    answer: (response: ServerResponse, path: string, url: string) => unknown,
    { dns = (url) => [`!.*!${url}/smp!`], settings = {}, dnsByName = '127.0.0.1', sender }: Scenario = {},
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
        dnsTimeoutMs: PATIENCE_MS,
        smpTimeoutMs: PATIENCE_MS,
        ...settings,
      });
      const wanted = { ...WANTED, ...(sender !== undefined && { sender }) };
      return { found: await participants.lookUp(PARTICIPANT, wanted), asked: network.asked, paths };
    } finally {
      network.stop();
    }
  }

  it('uses the published names', () => {
    const hash = (value: string): string => nameOf(value, 'zone').split('.')[0] ?? '';
    assert.equal(hash('9915:test'), 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a');
    assert.equal(hash('0088:123ABC'), 'y7dzfxaf3d4cjz4kcgrxtec6twvcga4ky7zwa5boif6mswd4tdrq');
  });

  it('finds the endpoint of a registered participant; each identifier is one path segment', async () => {
    const { found, asked, paths } = await lookUp((response) =>
      xmlAnswer(signed(information(), smp))(response),
    );
    assert.deepEqual(withEnglish(found), YES);
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

  const SENDER = '0208:0428759497';
  const ABOVE_ALL = 'iso6523-actorid-upis.sml.example';
  const DOUBTFUL = {
    registered: 'unknown',
    reason: 'DNS knows no participant of this zone',
    isZoneDoubtful: true,
  };
  /** DNS that knows some names only. */
  const knowing =
    (names: Readonly<Record<string, DnsAnswer>>) =>
    (_url: string, name: string): DnsAnswer =>
      names[name] ?? 'NXDOMAIN';
  const ZONES: readonly (readonly [what: string, names: Record<string, DnsAnswer>, found: object])[] = [
    ['no name at all (an internal resolver, a wrong zone)', {}, DOUBTFUL],
    ['the zone only (moved: no participant is left in it)', { 'sml.example': [] }, DOUBTFUL],
    [
      'nothing, and fails for the sender',
      { [nameOf(SENDER, 'sml.example')]: 'SERVFAIL', [ABOVE_ALL]: 'SERVFAIL' },
      DOUBTFUL,
    ],
    ['the sender', { [nameOf(SENDER, 'sml.example')]: ['!.*!https://smp.example!'] }, { registered: 'no' }],
    ['that there are participants', { [ABOVE_ALL]: [] }, { registered: 'no' }],
  ];
  for (const [what, names, expected] of ZONES)
    it(`takes a missing name for ${'reason' in expected ? 'unknown' : 'not registered'} if DNS knows ${what}`, async () => {
      const { found, asked } = await lookUp(() => assert.fail('called'), {
        dns: knowing(names),
        sender: SENDER,
      });
      assert.deepEqual(withEnglish(found), expected);
      const names_ = [PARTICIPANT, SENDER].map((one) => nameOf(one, 'sml.example'));
      assert.deepEqual([...new Set(asked)].sort(), [...names_, ABOVE_ALL].sort());
    });

  it('asks for no sender if none is known', async () => {
    const { found, asked } = await lookUp(() => assert.fail('called'), { dns: knowing({}) });
    assert.deepEqual(withEnglish([found, asked]), [
      DOUBTFUL,
      [nameOf(PARTICIPANT, 'sml.example'), ABOVE_ALL],
    ]);
  });

  /** Of a look-up that is never answered. */
  const IMPATIENT = { dnsTimeoutMs: 100, smpTimeoutMs: 500 };
  const DNS: [it: string, dns: DnsAnswer, registered: string, settings?: Partial<LookUpSettings>][] = [
    ['no name exists: unknown', 'NXDOMAIN', 'unknown'],
    ['the name has no record: not registered', [], 'no'],
    ['DNS fails: unknown', 'SERVFAIL', 'unknown'],
    ['DNS does not answer: unknown', 'silent', 'unknown', IMPATIENT],
    ['DNS answers with noise: unknown', 'noise', 'unknown', IMPATIENT],
    ['the record is unreadable: unknown', ['!(a+)+$!http://127.0.0.1/!'], 'unknown'],
    ['the record names no address: unknown', ['!.*!nowhere!'], 'unknown'],
  ];
  for (const [it_, dns, registered, settings] of DNS)
    it(`ends if ${it_}`, async () => {
      const { found, paths } = await lookUp(() => assert.fail('called'), {
        dns: () => dns,
        ...(settings && { settings }),
      });
      assert.deepEqual([found.registered, paths], [registered, []]);
    });

  it('queries a resolver by its host name; without an address of that host the result is unknown', async () => {
    const answer = (response: ServerResponse) => xmlAnswer(signed(information(), smp))(response);
    const named = { dnsByName: 'localhost' };
    assert.equal((await lookUp(answer, named)).found.registered, 'yes');
    const settings = { dns: 'resolver.invalid:53' };
    assert.equal((await lookUp(() => assert.fail('called'), { settings })).found.registered, 'unknown');
  });

  it('uses the record of the lowest order', async () => {
    const dns = (url: string): DnsAnswer => ['!.*!http://127.0.0.1:1!', `!^.*$!${url}/second!`];
    const { found } = await lookUp((response) => xmlAnswer(signed(information(), smp))(response), { dns });
    assert.equal(found.registered, 'yes');
  });

  const ANSWERS: [
    it: string,
    registered: string,
    answer: () => (response: ServerResponse) => unknown,
    settings?: Partial<LookUpSettings>,
  ][] = [
    ['does not know it', 'no', () => status(404)],
    ['finds the identifier malformed', 'no', () => status(400)],
    ['is down', 'unknown', () => status(503)],
    ['refuses the call', 'unknown', () => status(403)],
    ['redirects by HTTP', 'unknown', () => status(302)],
    ['does not answer', 'unknown', () => () => undefined, IMPATIENT],
    ['hangs up', 'unknown', () => (response) => response.destroy()],
    ['answers with a page', 'unknown', () => xmlAnswer('<html><body>Welcome</body></html>')],
    ['answers half', 'unknown', () => xmlAnswer(signed(information(), smp).slice(0, -30))],
    ['answers without end', 'unknown', () => xmlAnswer('<a>'.repeat(100_000))],
    [
      'declares entities',
      'unknown',
      () => xmlAnswer(`<!DOCTYPE a [<!ENTITY b "c">]>${signed(information(), smp)}`),
    ],
    ['does not sign', 'unknown', () => xmlAnswer(information())],
    [
      'signs something else',
      'unknown',
      () => xmlAnswer(signed(information(), smp).replace('ap.example', 'evil.example')),
    ],
    [
      'wraps the signed part into something else',
      'unknown',
      () => xmlAnswer(`<a>${signed(information(), smp)}</a>`),
    ],
    [
      'signs with a key of another CA of that name',
      'unknown',
      () => xmlAnswer(signed(information(), stranger)),
    ],
    ['signs with an expired certificate', 'unknown', () => xmlAnswer(signed(information(), expired))],
    [
      'signs with a certificate that is not valid yet',
      'unknown',
      () => xmlAnswer(signed(information(), early)),
    ],
    ['answers 404 with a page', 'unknown', () => (response) => response.writeHead(502).end('<html>')],
    [
      'answers in bytes that are not UTF-8',
      'unknown',
      () => xmlAnswer(Buffer.from([0x3c, 0x61, 0xff, 0x3e])),
    ],
    ['answers nothing', 'unknown', () => xmlAnswer('')],
    [
      'answers with a service group',
      'unknown',
      () => xmlAnswer(signed(`<ServiceGroup xmlns="${PUBLISHING}"/>`, smp)),
    ],
    [
      'answers too slowly',
      'unknown',
      () => (response) => {
        response.writeHead(200).write('<Signed');
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
      IMPATIENT,
    ],
    [
      'states an activation that is not a date',
      'unknown',
      () => xmlAnswer(signed(information({ from: 'yesterday' }), smp)),
    ],
    [
      'states an expiration that is not a date',
      'unknown',
      () => xmlAnswer(signed(information({ until: 'never' }), smp)),
    ],
    [
      'adds an unknown member',
      'yes',
      () =>
        xmlAnswer(
          signed(
            information().replace(
              '</ServiceInformation>',
              '<Extension><x xmlns="urn:x"/></Extension></ServiceInformation>',
            ),
            smp,
          ),
        ),
    ],
    ['signs with SHA-1', 'unknown', () => xmlAnswer(signed(information(), smp, { hash: 'sha1' }))],
    [
      'answers about another participant',
      'unknown',
      () => xmlAnswer(signed(information({ participant: '9930:de1' }), smp)),
    ],
    [
      'answers about a document type in other case',
      'unknown',
      () => xmlAnswer(signed(information({ documentType: WANTED.documentType.toUpperCase() }), smp)),
    ],
    ['offers another process', 'no', () => xmlAnswer(signed(information({ process: 'urn:other' }), smp))],
    ['offers another transport', 'no', () => xmlAnswer(signed(information({ transport: 'as2' }), smp))],
    [
      'names the Belgian Hermes, which is no receiver',
      'no',
      () => xmlAnswer(signed(information().replace('ap.example', 'hermes-belgium.example'), smp)),
    ],
    [
      'offered it until a past day',
      'inactive',
      () => xmlAnswer(signed(information({ until: '2026-01-01T00:00:00Z' }), smp)),
    ],
    [
      'offers it from a future day',
      'inactive',
      () => xmlAnswer(signed(information({ from: '2098-01-01T00:00:00Z' }), smp)),
    ],
  ];
  for (const [it_, registered, answer, settings] of ANSWERS)
    it(`has the result ${registered} if the SMP ${it_}`, async () => {
      const { found } = await lookUp((response) => answer()(response), { ...(settings && { settings }) });
      const isInactive = found.registered === 'yes' && found.isInactive;
      assert.equal(isInactive ? 'inactive' : found.registered, registered, JSON.stringify(found));
    });

  it('trusts no SMP after the CA itself has expired', async () => {
    const now = () => new Date(Date.now() + 10 * 24 * 3_600_000);
    const lasting = await ca.certify('CN=SMP1, O=Tests, C=BE', { from: -1, until: 20 });
    const { found } = await lookUp((response) => xmlAnswer(signed(information(), lasting))(response), {
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
    const { found } = await lookUp((response) => xmlAnswer(signed(information(), smp))(response), {
      settings,
    });
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
        xmlAnswer(path === '/2' ? second() : signed(redirect(`${url}/2`, subject), smp))(response);

    it('is found at its target', async () => {
      const { found, paths } = await lookUp(first(() => signed(information(), other)));
      assert.deepEqual(withEnglish([found, paths[1]]), [YES, '/2']);
    });

    it('is unknown if the signer is not the one that the redirect names', async () => {
      assert.equal((await lookUp(first(() => signed(information(), smp)))).found.registered, 'unknown');
    });

    it('is unknown after a second redirect, which is not followed', async () => {
      const again = redirect('http://127.0.0.1/3', 'CN=SMP2,O=Tests,C=BE');
      const { found, paths } = await lookUp(first(() => signed(again, other)));
      assert.deepEqual([found.registered, paths.length], ['unknown', 2]);
    });
  });
});
