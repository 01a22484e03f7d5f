import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { faultOf } from '../../../../src/adapters/rails/peppol/access-point.ts';
import { envelop } from '../../../../src/adapters/rails/peppol/envelope.ts';
import { participantFrom } from '../../../../src/adapters/rails/peppol/identifiers.ts';
import { countEmptyLookup } from '../../../../src/domain/sending/retry.ts';
import { newSubmission } from '../../../../src/domain/sending/submission.ts';
import { documentTypeOf, receivingParticipant } from '../../../../src/domain/routing/peppol-document.ts';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { PEPPOL_STATUSES as statuses } from '../../../../src/adapters/rails/peppol/status-mappings.ts';
import type { StatusMapping } from '../../../../src/domain/sending/status-mapping.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import type { LookedUp } from '../../../../src/ports/participants.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { found } from '../../../application/sending/world.ts';
import {
  accessPoint,
  anInvoice,
  aReceipt,
  closeAll,
  CREDENTIAL,
  everywhere,
  LOST,
  railAt,
  run,
  status,
  textAnswer,
} from './access-point.ts';
import { aConsignment, BILLING, SUBMISSION } from './consignment.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

after(closeAll);

const NO_CALLS: Outbound = { call: () => assert.fail('called'), reasonAgainst: async () => undefined };

const NEVER = (): never => assert.fail('its SMP is not asked for');

const withCredential = (own: object): Partial<Consignment> => ({
  credential: {
    client: 'acme',
    id: 'crd_1',
    kind: 'access-point',
    value: JSON.stringify({
      base_url: 'https://ap.example',
      token: 't',
      sender_participant_id: '9930:DE1',
      dialect: 'phase4',
      ...own,
    }),
  },
});
const DOUBTFUL: LookedUp = { registered: 'unknown', reason: 'no participant', isZoneDoubtful: true };
const PHOSS = withCredential({ dialect: 'phoss-ap' });
const DELIVERED = JSON.stringify({
  overallSuccess: true,
  sendingResult: 'SUCCESS',
  as4ReceivedSignalMsg: aReceipt('m-1'),
});

describe('a document that goes to an access point', () => {
  it('is posted in its envelope with the token; the answer has its id and receipt', async () => {
    const { url, calls } = await accessPoint(textAnswer(200, DELIVERED));
    const { mapping, legalId, receipt } = await railAt(`${url}/ap`).send(aConsignment());
    assert.deepEqual(
      withEnglish([mapping, legalId, String(receipt?.bytes && Buffer.from(receipt.bytes))]),
      withEnglish([statuses.delivered, SUBMISSION, aReceipt('m-1')]),
    );
    const [{ method, path, headers, body } = assert.fail()] = calls;
    assert.deepEqual([method, path, headers['x-token']], ['POST', '/ap/sendsbdh', 't']);
    assert.equal(xmlRoot(body).name, `{${SBDH}}StandardBusinessDocument`);
  });

  it('is not sent with a credential that lacks a member', async () => {
    const rail = new PeppolRail(NO_CALLS);
    const { credential } = aConsignment();
    assert.equal(rail.canReadCredential(credential), true);
    for (const value of ['', 'token', '{"base_url":"https://ap.example"}'])
      assert.equal(rail.canReadCredential({ ...credential, value }), false);
  });

  describe('that repeats by itself for hours', () => {
    const prepareWith = async (registered: LookedUp, own: Partial<Consignment> = {}) => {
      const asked: unknown[] = [];
      const participants = {
        lookUp: async (...question: readonly unknown[]) => {
          asked.push(question);
          return registered;
        },
        smpOf: NEVER,
      };
      const rail = new PeppolRail(NO_CALLS, { participants });
      return { prepared: await rail.prepare(aConsignment({ ...PHOSS, ...own })), asked };
    };

    it('is not handed over if its receiver is surely not registered for it', async () => {
      const { prepared, asked } = await prepareWith({ registered: 'no' });
      assert.deepEqual(withEnglish(prepared), withEnglish({ mapping: statuses.notRegisteredAtSend }));
      const { facts, addressing } = aConsignment();
      const { value: documentType, process } = documentTypeOf(facts, addressing);
      const sender = '9930:de1';
      assert.deepEqual(asked, [[receivingParticipant(addressing), { documentType, process, sender }]]);
    });

    it('is not handed over if the endpoint of its receiver has expired', async () => {
      const endpoint = 'https://ap.example';
      const { prepared } = await prepareWith({ registered: 'yes', endpoint, isInactive: true });
      assert.deepEqual(withEnglish(prepared), withEnglish({ mapping: statuses.notRegisteredAtSend }));
    });

    it('is handed over if the receiver is registered, or the look-up failed', async () => {
      for (const registered of [
        { registered: 'yes', endpoint: 'https://ap.example' },
        { registered: 'unknown', reason: 'DNS' },
      ] as const)
        assert.deepEqual(withEnglish((await prepareWith(registered)).prepared), { resumeToken: '' });
    });

    it('waits for the operator if DNS knows no participant at all', async () => {
      const { prepared } = await prepareWith(DOUBTFUL);
      assert.deepEqual(withEnglish(prepared), withEnglish({ mapping: statuses.zoneDoubtful }));
      const { meaning, owner, opensCareAtOnce, heals }: StatusMapping = statuses.zoneDoubtful;
      assert.deepEqual([meaning, owner, opensCareAtOnce, heals], ['not-taken', 'us', true, true]);
    });

    it('has a care row of the operator until DNS is right again, then goes on by itself', async () => {
      const world = await anInvoice('phoss-ap');
      world.specification = BILLING;
      let answer: LookedUp = DOUBTFUL;
      const rail = new PeppolRail(NO_CALLS, { participants: { lookUp: async () => answer, smpOf: NEVER } });
      await run(world, rail, 2);
      const waiting = await found(world);
      const rowsOf = ({ care }: typeof waiting) =>
        care.map(({ code, whoActs, handledAt }) => `${code} ${whoActs}${handledAt ? ' handled' : ''}`);
      assert.deepEqual([waiting.state, rowsOf(waiting)], ['queued', ['EI-PEPPOL-LOOK-UP us']]);
      answer = { registered: 'no' };
      await run(world, rail);
      const ended = await found(world);
      assert.equal(ended.state, 'rejected');
      assert.ok(rowsOf(ended).includes('EI-PEPPOL-LOOK-UP us handled'), rowsOf(ended).join());
    });

    it('waits, too, if an access point that ends at once finds no receiver in such a DNS', async () => {
      const report = JSON.stringify({
        lookupError: 'The participant ID x is not registered in the Peppol Network',
        overallSuccess: false,
      });
      for (const [found, mapping] of [
        [DOUBTFUL, statuses.zoneDoubtful],
        [{ registered: 'no' }, statuses.notRegistered],
        [{ registered: 'unknown', reason: 'DNS ETIMEOUT' }, statuses.notRegistered],
      ] as const) {
        const { url } = await accessPoint(textAnswer(200, report));
        const accessPoints = everywhere(`${url}/ap`);
        const rail = new PeppolRail(new PatientClient(), {
          accessPoints,
          participants: { lookUp: async () => found, smpOf: NEVER },
        });
        assert.deepEqual(withEnglish((await rail.send(aConsignment())).mapping), withEnglish(mapping));
      }
    });

    it('is not looked up once the access point may hold it', async () => {
      const { prepared, asked } = await prepareWith({ registered: 'no' }, { isResend: true });
      assert.deepEqual(withEnglish([prepared, asked]), [{ resumeToken: '' }, []]);
    });

    it('is not looked up at an access point that ends at once', async () => {
      const { asked } = await prepareWith({ registered: 'no' }, withCredential({ dialect: 'phase4' }));
      assert.deepEqual(asked, []);
    });
  });

  it('is not sent without a Peppol address of its receiver', async () => {
    const rail = new PeppolRail(NO_CALLS);
    for (const endpoint of [null, { id: 'a@b.example', scheme: 'EM' }]) {
      const addressing = { ...AN_ADDRESSING, buyer: { ...AN_ADDRESSING.buyer, endpoint } };
      assert.deepEqual(
        withEnglish((await rail.send(aConsignment({ addressing }))).mapping),
        withEnglish(statuses.noAddress),
      );
    }
  });

  it('is not sent with an unreadable credential', async () => {
    const rail = new PeppolRail(NO_CALLS);
    for (const value of [
      '',
      'x',
      '{}',
      '[]',
      '{"base_url":"https://a.example","token":"","sender_participant_id":"9930:x"}',
    ])
      for (const call of ['send', 'ask'] as const) {
        const credential = { client: 'acme', id: 'crd_1', kind: 'access-point', value };
        assert.deepEqual(
          withEnglish((await rail[call](aConsignment({ credential }))).mapping),
          withEnglish(statuses.credentialRefused),
          value,
        );
      }
  });

  it('is not sent if the address in the credential is not public', async () => {
    const rail = new PeppolRail(new PatientClient());
    const { mapping } = await rail.send(
      aConsignment(withCredential({ base_url: 'https://169.254.169.254' })),
    );
    assert.deepEqual(
      [mapping.meaning, mapping.code, mapping.owner],
      ['not-taken', 'EI-CREDENTIAL-REFUSED', 'client'],
    );
  });

  it('polls a real access point at growing intervals, at most three minutes', () => {
    const { pollWaitsMs } = new PeppolRail(new PatientClient());
    assert.deepEqual(pollWaitsMs, [10_000, 30_000, 60_000, 180_000]);
  });

  it('does not take an empty look-up half a minute after a call for the proof that a real access point has nothing', () => {
    const { emptyLookups, maxCallMs } = new PeppolRail(new PatientClient());
    const calledAt = new Date('2026-03-02T09:00:00Z');
    const submission = { ...newSubmission('a', calledAt), calledAt, outcomeUnknown: true };
    const lookAfter = (ms: number) =>
      countEmptyLookup({ submission, failures: 1 }, emptyLookups, new Date(calledAt.getTime() + ms), 1);
    for (const early of [0, 30_000, maxCallMs, maxCallMs + 179_000]) {
      const { submission: looked, nextLookupAt } = lookAfter(early);
      assert.deepEqual(
        [looked.notHeld, nextLookupAt],
        [undefined, new Date(calledAt.getTime() + maxCallMs + 180_000)],
      );
    }
    assert.equal(lookAfter(maxCallMs + 180_000).submission.notHeld, true);
  });
});

interface HostileRow {
  readonly it: string;
  readonly answer: Canned;
  readonly says: StatusMapping;
  readonly on?: Partial<Consignment>;
  readonly call?: 'ask';
}

/** Answers of broken or hostile access points. */
const HOSTILE: readonly HostileRow[] = [
  { it: 'HTML in place of a report', answer: status(200, '<html>'), says: statuses.answerLost },
  {
    it: 'a report that is cut off',
    answer: status(200, '{"overallSuccess": true, '),
    says: statuses.answerLost,
  },
  {
    it: 'a report that is shorter than its stated length',
    answer: { body: '{', fault: 'cut' },
    says: statuses.answerLost,
  },
  {
    it: 'members of wrong types',
    answer: status(200, '{"overallSuccess":"yes"}'),
    says: statuses.answerLost,
  },
  {
    it: 'unknown members',
    answer: status(200, '{"overallSuccess":true,"new":{"x":[1]}}'),
    says: statuses.delivered,
  },
  {
    it: 'bytes that are not UTF-8',
    answer: status(200, Buffer.from([0x7b, 0xff, 0xfe])),
    says: statuses.answerLost,
  },
  {
    it: 'an answer without end',
    answer: status(200, Buffer.alloc(6_000_000, 32)),
    says: statuses.answerLost,
  },
  { it: 'nothing', answer: LOST, says: statuses.answerLost },
  { it: '401', answer: status(401), says: statuses.credentialRefused },
  { it: '403', answer: status(403), says: statuses.credentialRefused },
  { it: '400', answer: status(400), says: statuses.notSending },
  { it: '404', answer: status(404), says: statuses.notSending },
  { it: '429', answer: status(429), says: statuses.tooMany },
  { it: '500', answer: status(500, '{"error":"x"}'), says: statuses.outOfOrder },
  { it: '502 with HTML', answer: status(502, '<html>'), says: statuses.outOfOrder },
  { it: '503', answer: status(503), says: statuses.outOfOrder },
  {
    it: 'a redirect',
    answer: status(302, '', { Location: 'https://elsewhere.example/' }),
    says: statuses.outOfOrder,
  },
  { it: '204', answer: status(204), says: statuses.outOfOrder },
  { it: 'phoss-ap: 401', on: PHOSS, answer: status(401), says: statuses.credentialRefused },
  {
    it: 'phase4, to a status query',
    call: 'ask',
    answer: LOST,
    says: statuses.cannotTell,
  },
  {
    it: 'phoss-ap, to a status query: an unknown status',
    call: 'ask',
    on: PHOSS,
    answer: status(200, '{"status":"toString"}'),
    says: statuses.outOfOrder,
  },
  {
    it: 'phoss-ap, to a status query: HTML',
    call: 'ask',
    on: PHOSS,
    answer: status(200, '<html>'),
    says: statuses.outOfOrder,
  },
  {
    it: 'phoss-ap, to a status query: nothing',
    call: 'ask',
    on: PHOSS,
    answer: LOST,
    says: statuses.answerLost,
  },
  {
    it: 'phoss-ap, to a status query: 500',
    call: 'ask',
    on: PHOSS,
    answer: status(500),
    says: statuses.outOfOrder,
  },
];

describe('an access point that answers', () => {
  for (const { it: what, answer, says, on, call = 'send' } of HOSTILE)
    it(what, async () => {
      const { rail } = await accessPoint(answer);
      assert.equal((await rail[call](aConsignment(on))).mapping.networkStatus, says.networkStatus);
    });

  it('with no bytes at all: nothing was taken', async () => {
    const rail = new PeppolRail(new PatientClient(), {
      accessPoints: everywhere('http://127.0.0.1:1'),
    });
    assert.deepEqual(
      withEnglish((await rail.send(aConsignment())).mapping),
      withEnglish(statuses.unreachable),
    );
  });

  it('with 429 states when to try again', async () => {
    const seconds = async (value: string) => {
      const { rail } = await accessPoint(status(429, '', { 'Retry-After': value }));
      return (await rail.send(aConsignment())).retryAfterSeconds;
    };
    assert.equal(await seconds('2'), 2);
    assert.equal(await seconds('soon'), undefined);
  });
});

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

describe('the envelope', () => {
  const text = (bytes: Uint8Array, own: Partial<Consignment> = {}): string => {
    const outgoing = {
      ...aConsignment(own),
      bytes,
      to: receivingParticipant(AN_ADDRESSING)!,
      countryC1: 'DE',
    };
    return new TextDecoder().decode(envelop(outgoing, '9930:de123456789'));
  };

  it('states sender, receiver and document', () => {
    const [header, payload] = xmlRoot(text(aConsignment().bytes)).elements;
    const values = (of: typeof header): string[] =>
      of!.elements.length === 0 ? [of!.text] : of!.elements.flatMap(values);
    assert.deepEqual(values(header), [
      '1.0',
      '9930:de123456789',
      '0208:0123456749',
      'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      '2.1',
      SUBMISSION,
      'Invoice',
      '2026-03-02T09:00:00.000Z',
      ...[
        'DOCUMENTID',
        `urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${BILLING}::2.1`,
        'busdox-docid-qns',
      ],
      ...['PROCESSID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'cenbii-procid-ubl'],
      ...['COUNTRY_C1', 'DE'],
      ...['MLS_TYPE', 'ALWAYS_SEND'],
    ]);
    assert.deepEqual(
      [payload!.name, payload!.text],
      ['{urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice', 'ü'],
    );
  });

  for (const [what, own, country] of [
    ['an invoice: the seller', {}, 'DE'],
    ['a self-billed invoice: the buyer', { typeCode: '389' }, 'BE'],
    ['a self-billed credit note: the buyer', { typeCode: '261', root: 'CreditNote' }, 'BE'],
    [
      'a credit note that is self-billed by its process: the buyer',
      { typeCode: '381', process: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0' },
      'BE',
    ],
  ] as const)
    it(`states the country of the sender of ${what}`, async () => {
      const { url, calls } = await accessPoint(textAnswer(200, DELIVERED));
      await railAt(`${url}/ap`).send(aConsignment({ addressing: { ...AN_ADDRESSING, ...own } }));
      const { body = '' } = calls[0] ?? {};
      assert.match(body, new RegExp(`<Type>COUNTRY_C1</Type><InstanceIdentifier>${country}<`));
    });

  it('carries a document in any encoding', () => {
    const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>ł</a>', 'utf16le');
    const latin1 = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü\u0080</a>', 'latin1');
    const bom = Buffer.from('\ufeff<?xml version="1.0"?>\n<a>ü</a>');
    for (const [bytes, value] of [
      [utf16, 'ł'],
      [latin1, 'ü\u0080'],
      [bom, 'ü'],
    ] as const)
      assert.equal(xmlRoot(text(bytes)).elements[1]!.text, value);
  });

  it('is the same for the same submission', () =>
    assert.deepEqual(text(aConsignment().bytes), text(aConsignment().bytes)));
});

describe('the receiver of a document', () => {
  const self = { ...AN_ADDRESSING, typeCode: '389' };

  it('is the buyer, or the seller of a self-billed invoice', () => {
    assert.equal(receivingParticipant(AN_ADDRESSING), '0208:0123456749');
    assert.equal(receivingParticipant(self), '9930:de123456789');
    const process = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0';
    assert.equal(receivingParticipant({ ...AN_ADDRESSING, process }), '9930:de123456789');
  });
});

describe('an identifier of a participant', () => {
  const endpoint = (id: string) => ({
    ...AN_ADDRESSING,
    buyer: { ...AN_ADDRESSING.buyer, endpoint: { id, scheme: '0225' } },
  });

  it('has up to 130 characters behind its scheme (policy for use of identifiers 4.4)', () => {
    const longest = `303265045_${'a'.repeat(120)}`;
    assert.equal(receivingParticipant(endpoint(longest)), `0225:${longest}`);
    assert.equal(participantFrom(`iso6523-actorid-upis::0225:${longest}`), `0225:${longest}`);
    const value = JSON.stringify({ ...CREDENTIAL, sender_participant_id: `0225:${longest}` });
    assert.equal(english(faultOf(value)), undefined);
    for (const wrong of ['', `${longest}a`, 'a b', 'a\nb']) {
      assert.equal(receivingParticipant(endpoint(wrong)), undefined);
      assert.equal(participantFrom(`0225:${wrong}`), undefined);
    }
  });
});

describe('the type that a document is sent as', () => {
  const type = (specification: string, own: { process?: string; syntax?: 'cii' } = {}) => {
    const { process = null, syntax = 'ubl-invoice' } = own;
    const facts = { ...aConsignment().facts, specification, syntax } as const;
    const { scheme, value, process: sent } = documentTypeOf(facts, { ...AN_ADDRESSING, process });
    return [scheme, value.split('::').at(-1), sent];
  };
  const FRENCH = 'urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0';

  for (const [what, seen, expected] of [
    [
      'PINT',
      type('urn:peppol:pint:billing-1@jp-1'),
      ['peppol-doctype-wildcard', '2.1', 'urn:peppol:bis:billing'],
    ],
    [
      'PINT self-billing',
      type('urn:peppol:pint:selfbilling-1@my-1'),
      ['peppol-doctype-wildcard', '2.1', 'urn:peppol:bis:selfbilling'],
    ],
    [
      'a French CII, whose BT-23 is not a process of Peppol',
      type(FRENCH, { process: 'M1', syntax: 'cii' }),
      ['busdox-docid-qns', 'D22B', 'urn:peppol:france:billing:regulated'],
    ],
    [
      'EXTENDED-CTC-FR, which has another name on Peppol',
      type('urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr', { syntax: 'cii' }),
      ['busdox-docid-qns', 'D22B', 'urn:peppol:france:billing:regulated'],
    ],
    [
      'NLCIUS',
      type('urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0'),
      ['busdox-docid-qns', '2.1', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'],
    ],
    [
      'plain EN 16931 as CII',
      type('urn:cen.eu:en16931:2017', { syntax: 'cii' }),
      ['busdox-docid-qns', 'D16B', 'urn:fdc:peppol.eu:poacc:en16931:any'],
    ],
  ] as const)
    it(`has scheme, version and process of ${what}`, () => assert.deepEqual(seen, expected));
});

describe('an access point credential that cannot be read', () => {
  const rail = new PeppolRail(new PatientClient());
  const explain = (own: object) =>
    rail.explainUnreadable(withCredential({ token: 'key', ...own }).credential!) ?? 'nothing';
  for (const [what, own, expected] of [
    ['no address', { base_url: undefined }, /^Its base_url is missing\.$/],
    ['no token', { token: undefined }, /^Its token is missing/],
    ['a token that no header can carry', { token: 'ключ' }, /^Its token is missing/],
    ['no participant as sender', { sender_participant_id: 'x' }, /^Its sender_participant_id is missing/],
    [
      'an unknown dialect',
      { dialect: 'other' },
      /^Its dialect is none of phoss-ap, recommand, e-invoice-be, storecove, phase4\.$/,
    ],
    ['no company', { dialect: 'recommand' }, /^Its company_id is missing or malformed\.$/],
    ['a country by its name', { country: 'Belgium' }, /^Its country is not two capital letters/],
  ] as const)
    it(`says so of ${what}`, () => assert.match(english(explain(own)), expected));

  it('says that it is no JSON object', () => {
    const credential = { ...withCredential({}).credential!, value: 'a token' };
    assert.equal(english(rail.explainUnreadable(credential)), 'It is no JSON object.');
  });

  it('is none with all members, or with the usual address of a provider', () => {
    assert.equal(english(explain({})), 'nothing');
    assert.equal(english(explain({ dialect: 'e-invoice-be', base_url: undefined })), 'nothing');
  });
});

describe('the account of an access point credential', () => {
  const rail = new PeppolRail(new PatientClient());
  const account = (own: object = {}) => {
    const { credential } = withCredential({ token: 'key', company_id: 'c_01', ...own });
    return rail.accountOf(credential!);
  };

  it('is the access point, its dialect, the company and the sender; token and spelling do not matter', () => {
    assert.ok(account());
    for (const same of [
      { token: 'renewed' },
      { base_url: 'https://ap.example/' },
      { sender_participant_id: '9930:de1' },
      { answers_url: 'https://bridge.example' },
    ])
      assert.equal(account(same), account(), JSON.stringify(same));
    const others = [
      { base_url: 'https://other.example' },
      { company_id: 'c_02' },
      { dialect: 'phoss-ap' },
      { sender_participant_id: '9930:de2' },
    ];
    const accounts = [{}, ...others].map((own) => account(own));
    assert.equal(new Set(accounts).size, accounts.length);
  });

  it('is the same if the credential names the usual address of a provider or leaves it out', () => {
    const recommand = { dialect: 'recommand', base_url: undefined };
    assert.equal(account(recommand), account({ ...recommand, base_url: 'https://app.recommand.eu/api/v1' }));
  });

  it('is unknown for a credential that cannot be read', () =>
    assert.equal(account({ sender_participant_id: 'none' }), undefined));
});
