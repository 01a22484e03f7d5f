import assert from 'node:assert/strict';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import { PeppolParticipants } from '../../../../src/adapters/peppol-lookup/peppol-participants.ts';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { RAIL_SETTINGS } from '../../../../src/adapters/rails/peppol/settings.ts';
import type { OpenedCredential } from '../../../../src/ports/rail/opened-credential.ts';
import { posted, aSandbox, type TestSandbox } from '../../../sandbox/running.ts';
import { english } from '../../../support/words.ts';

interface Provider {
  readonly dialect: string;
  readonly provider: string;
  readonly own: object;
  readonly takesMigrationKeys: boolean;
  /** The calls, as the sandbox names them. */
  readonly calls: { readonly ask: string; readonly register: string; readonly release: string };
  readonly place: string;
  readonly namesElsewhere: boolean;
  /** What a question finds after the answer to the first write was lost. */
  readonly afterLoss: 'registered' | 'partly';
  /** Everybody may ask it. */
  readonly isOpen?: true;
}

const PROVIDERS: readonly Provider[] = [
  {
    dialect: 'recommand',
    provider: 'Recommand',
    own: { company_id: 'c_01' },
    takesMigrationKeys: false,
    calls: {
      ask: 'GET /companies/*/identifiers',
      register: 'POST /companies/*/identifiers',
      release: 'DELETE /companies/*/identifiers/*',
    },
    place: '/peppol/recommand/smp',
    namesElsewhere: true,
    afterLoss: 'registered',
  },
  {
    dialect: 'storecove',
    provider: 'Storecove',
    own: { company_id: 7, token: 'key' },
    takesMigrationKeys: false,
    calls: {
      ask: 'GET /legal_entities/*',
      register: 'POST /legal_entities/*/peppol_identifiers',
      release: 'DELETE /legal_entities/*/peppol_identifiers/*/*/*',
    },
    place: '/peppol/storecove/smp',
    namesElsewhere: false,
    afterLoss: 'registered',
  },
  {
    dialect: 'phoss-ap',
    provider: 'phoss SMP',
    own: {
      smp_url: 'https://smp.example',
      smp_token: 'user:secret',
      smp_endpoint: 'https://ap.example/as4',
      smp_certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    },
    takesMigrationKeys: true,
    calls: { ask: 'GET /phoss-smp/*', register: 'PUT /phoss-smp/*', release: 'DELETE /phoss-smp/*' },
    place: '/peppol/phoss-smp/smp',
    namesElsewhere: true,
    afterLoss: 'partly',
    isOpen: true,
  },
];
const SMP = PROVIDERS[2]!.own;

const credentialOf = (dialect: string, own: object): OpenedCredential => ({
  client: 'acme',
  id: 'crd_1',
  kind: 'access-point',
  value: JSON.stringify({
    base_url: 'https://ap.example',
    token: 'key:secret',
    sender_participant_id: '9915:sender',
    dialect,
    ...own,
  }),
});

describe('a registration at a provider of Peppol', () => {
  let sandbox: TestSandbox;
  let rail: PeppolRail;
  let number = 0;
  before(async () => {
    sandbox = await aSandbox();
    const around = { environment: 'sandbox', simulator: sandbox.url } as const;
    const settings = RAIL_SETTINGS.read({}, around) as object;
    const outbound = new OutboundClient();
    const participants = new PeppolParticipants(outbound, {
      zone: 'sml.sandbox.invalid',
      dns: `127.0.0.1:${sandbox.port}`,
      isLocal: true,
      trusted: async () => '',
    });
    rail = new PeppolRail(outbound, { ...settings, participants });
  });
  after(() => sandbox.stop());
  /** Registered nowhere before. */
  const fresh = (): string => `0088:${String((number += 1)).padStart(9, '7')}0404`;
  const plan = async (call: string, fault: string): Promise<void> => {
    const body = posted({ route: 'PEPPOL', call, fault });
    assert.equal((await fetch(`${sandbox.url}/control/faults`, body)).status, 200);
  };

  for (const { dialect, provider, own, takesMigrationKeys, calls, place, ...is } of PROVIDERS)
    describe(`that is ${provider}`, () => {
      const credential = credentialOf(dialect, own);
      const at = (participant: string, reference?: string) => ({
        credential,
        participant,
        ...(reference !== undefined && { reference }),
      });

      it('is offered', () => {
        assert.deepEqual(rail.registering.offerOf(credential), {
          offers: 'registration',
          provider,
          takesMigrationKeys,
        });
      });

      it('is made, asked for, shown by the network, and released', async () => {
        const participant = fresh();
        const { registering } = rail;
        assert.deepEqual(await registering.ask(at(participant)), { outcome: 'absent' });
        assert.deepEqual(await registering.lookUp(at(participant)), { at: 'nowhere' });
        const made = await registering.register(at(participant));
        assert.equal(made.outcome, 'registered');
        assert.deepEqual(await registering.ask(at(participant)), made);
        const shown = await registering.lookUp(at(participant));
        assert.equal(shown.at === 'somewhere' && shown.host, `127.0.0.1:${sandbox.port}${place}`);
        const { reference } = made as { readonly reference?: string };
        assert.deepEqual(await registering.release(at(participant, reference)), { outcome: 'released' });
        assert.deepEqual(await registering.release(at(participant)), { outcome: 'released' });
        assert.deepEqual(await registering.ask(at(participant)), { outcome: 'absent' });
        assert.deepEqual(await registering.lookUp(at(participant)), { at: 'nowhere' });
      });

      it('of a participant that another SMP has is refused, and changes nothing', async () => {
        const participant = '0088:400000000001';
        const { registering } = rail;
        const shown = await registering.lookUp(at(participant));
        assert.equal(shown.at === 'somewhere' && shown.host, `127.0.0.1:${sandbox.port}/peppol/smp`);
        const { outcome, ...refused } = await registering.register(at(participant));
        assert.equal(outcome, 'refused');
        assert.equal('isElsewhere' in refused && refused.isElsewhere, is.namesElsewhere);
        assert.deepEqual(await registering.ask(at(participant)), { outcome: 'absent' });
        assert.deepEqual(await registering.lookUp(at(participant)), shown);
      });

      it('whose answer is lost is found by a question', async () => {
        const participant = fresh();
        await plan(calls.register, 'drop');
        assert.equal((await rail.registering.register(at(participant))).outcome, 'unknown');
        assert.equal((await rail.registering.ask(at(participant))).outcome, is.afterLoss);
        await plan(calls.release, 'drop');
        assert.equal((await rail.registering.release(at(participant))).outcome, 'unknown');
        assert.equal((await rail.registering.ask(at(participant))).outcome, 'absent');
      });

      for (const [fault, outcome] of [
        ['500', 'unknown'],
        ['502-html', 'unknown'],
        ['wrong-type', 'unknown'],
        ['truncated', 'unknown'],
        ['429', 'later'],
      ] as const)
        it(`with the answer ${fault} is ${outcome}`, async () => {
          const { registering } = rail;
          const participant = fresh();
          await plan(calls.register, fault);
          const registered = await registering.register(at(participant));
          // With a status of success it is done, whatever else the answer has.
          assert.ok([outcome, 'registered'].includes(registered.outcome), registered.outcome);
          await plan(calls.ask, fault);
          const asked = await registering.ask(at(participant));
          assert.ok([outcome, 'registered', 'unknown'].includes(asked.outcome), asked.outcome);
          assert.notEqual(asked.outcome, 'absent');
        });

      it('with a refused key is refused, with the reason', async () => {
        const wrong = credentialOf(dialect, { ...own, token: 'key-REFUSED', smp_token: 'key-REFUSED' });
        for (const call of ['ask', 'register', 'release'] as const) {
          if (call === 'ask' && is.isOpen) continue;
          const answer = await rail.registering[call]({ credential: wrong, participant: fresh() });
          assert.equal(answer.outcome, 'refused', call);
          assert.ok('reason' in answer && english(answer.reason) !== '');
        }
      });
    });

  it('is refused for a company of Recommand that only sends', async () => {
    const credential = credentialOf('recommand', { company_id: 'c_01-SENDER' });
    const answer = await rail.registering.register({ credential, participant: fresh() });
    assert.equal(answer.outcome, 'refused');
    assert.match(english('reason' in answer ? answer.reason : ''), /only sends/);
  });

  it('is refused by Storecove for a scheme that it has no name for', async () => {
    const credential = credentialOf('storecove', { company_id: 7 });
    const answer = await rail.registering.register({ credential, participant: '9915:x0404' });
    assert.equal(answer.outcome, 'refused');
    assert.match(english('reason' in answer ? answer.reason : ''), /9915/);
  });

  describe('that moves to a phoss SMP', () => {
    const credential = credentialOf('phoss-ap', SMP);
    const key = 'Ab12$#xyZ9!kLm';
    const pathOf = (participant: string): string =>
      `/peppol/phoss-smp/${encodeURIComponent(`iso6523-actorid-upis::${participant}`)}`;

    it('is entered there by its key, with the document types, and the network shows it', async () => {
      const order = { credential, participant: '0088:400000000002' };
      const { registering } = rail;
      const wrong = await registering.register({ ...order, migrationKey: 'Ab12$#xyWRONG' });
      assert.equal(wrong.outcome, 'refused');
      assert.match(english('reason' in wrong ? wrong.reason : ''), /check the participant identifier/);
      assert.deepEqual(await registering.register({ ...order, migrationKey: key }), {
        outcome: 'registered',
      });
      assert.deepEqual(await registering.ask(order), { outcome: 'registered' });
      const shown = await registering.lookUp(order);
      assert.equal(shown.at === 'somewhere' && shown.host, `127.0.0.1:${sandbox.port}/peppol/phoss-smp/smp`);
    });

    it('has its key in no address', async () => {
      const order = { credential, participant: '0088:400000000003' };
      assert.equal((await rail.registering.register({ ...order, migrationKey: key })).outcome, 'registered');
      const calls = await (await fetch(`${sandbox.url}/control/calls?route=PEPPOL`)).text();
      assert.ok(calls.includes('/migration/inbound') && !calls.includes('Ab12'));
    });

    it('and breaks off is there in part, and to register again makes the rest without a key', async () => {
      const order = { credential, participant: '0088:400000000004' };
      const { registering } = rail;
      await plan('PUT /phoss-smp/*/services/*', '500');
      assert.equal((await registering.register({ ...order, migrationKey: key })).outcome, 'unknown');
      assert.deepEqual(await registering.ask(order), { outcome: 'partly' });
      assert.deepEqual(await registering.register({ ...order, migrationKey: key }), {
        outcome: 'registered',
      });
      const group = await (await fetch(sandbox.url + pathOf(order.participant))).text();
      assert.equal(group.match(/ServiceMetadataReference /g)?.length, 2);
    });
  });

  for (const [dialect, own] of [
    ['e-invoice-be', {}],
    ['phase4', {}],
    ['phoss-ap', { smp_url: 'https://smp.example' }],
  ] as const)
    it(`is not offered by a provider of the dialect ${dialect}`, async () => {
      const credential = credentialOf(dialect, own);
      const offer = rail.registering.offerOf(credential);
      assert.equal(offer.offers, 'nothing');
      assert.match(english('reason' in offer ? offer.reason : ''), new RegExp(dialect));
      const answer = await rail.registering.register({ credential, participant: fresh() });
      assert.equal(answer.outcome, 'refused');
    });

  it('knows the form of participants and migration keys', () => {
    const { registering } = rail;
    assert.equal(registering.participantOf('iso6523-actorid-upis::0208:0123ABC'), '0208:0123abc');
    assert.equal(registering.participantOf('acme'), undefined);
    for (const [key, isOne] of [
      ['Ab12$#xyZ9!kLm', true],
      ['Ab12$#xyZ9!kLmAb12$#xyZ9!kLm', false],
      ['Ab12$#x', false],
      ['ab12$#xyz9!klm', false],
      ['Ab12 #xyZ9!kLm', false],
      ['Abcdefgh12345', false],
    ] as const)
      assert.equal(registering.isMigrationKey(key), isOne, key);
  });
});
