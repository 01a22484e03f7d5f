import { english } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { REAL_CLOCK } from '../../../../src/adapters/system/real-clock.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { aRomanianConsignment } from './anaf.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { until } from '../../../support/until.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../../../sandbox/running.ts';
import { BUYER, invoice } from '../../../sandbox/ro-efactura/anaf.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

/** OCA/l10n-romania, recorded answers: none of these changes the end of an invoice. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  '': /^$/,
  '-DETACHED': /^$/,
  '-SIGNATUREFIRST': /^$/,
  '-BADDIGEST': /digest does not fit/,
  '-BADSIGNATURE': /cannot be read/,
  '-NOSIGNATURE': /missing/,
};

const SELLER = { country: 'RO', endpoint: null, ids: ['RO8000000000'], vatId: 'RO8000000000' };
const BUYING = { country: 'RO', endpoint: null, ids: [`RO${BUYER}`], vatId: `RO${BUYER}` };

describe('signed answers of the sandbox of ANAF', () => {
  let sandbox: TestSandbox;
  let rail: RoEfacturaRail;
  before(async () => {
    sandbox = await aSandbox();
    const clock = new FakeClock();
    const sessions = keptSessions(clock);
    const url = `${sandbox.url}/anaf`;
    rail = new RoEfacturaRail(
      { outbound: new PatientClient(), sessions, clock, realClock: clock },
      { anafUrl: `${url}/test/FCTEL/rest`, oauthUrl: `${url}/anaf-oauth2/v1` },
    );
  });
  after(() => sandbox.stop());

  async function end(number: string, word: string, edit: readonly [string, string] = ['', '']) {
    const bytes = new TextEncoder().encode(invoice(number).replace(...edit));
    const base = aRomanianConsignment();
    const value = JSON.stringify({ client_id: 'i', client_secret: 's', refresh_token: `t${word}` });
    const consignment: Consignment = {
      ...base,
      bytes,
      documentSha256: createHash('sha256').update(bytes).digest('hex'),
      invoiceNumber: number,
      addressing: { ...base.addressing, seller: SELLER },
      credential: { ...base.credential, value },
    };
    const { reference = '' } = await rail.send(consignment);
    let answer: RailAnswer | undefined;
    await until(async () => {
      answer = await rail.poll({ ...consignment, reference });
      return answer.mapping.meaning !== 'held';
    }, `the end of ${number}`);
    assert.ok(answer);
    if (answer.receipt) return { answer, proof: answer };
    const proof = await rail.receipt({ ...consignment, reference, resumeToken: answer.resumeToken ?? '' });
    return { answer, proof };
  }

  const saidOf = ({ remarks = [] }: RailAnswer): string =>
    remarks
      .flatMap(({ code, message }) => (code === 'EI-RECEIPT-UNVERIFIED' ? [english(message)] : []))
      .join();

  for (const [word, remark] of Object.entries(SHAPES)) {
    it(`are stored with an acceptance: ${word || 'in the form of the test system'}`, async () => {
      const { answer, proof } = await end(`S-1${word}x`, word);
      assert.equal(answer.mapping.meaning, 'accepted');
      assert.equal(proof.receipt?.kind, 'anaf-response');
      assert.match(saidOf(proof), remark);
    });

    it(`state the reasons of a refusal: ${word || 'in the form of the test system'}`, async () => {
      const { answer } = await end(`S-2${word}x`, word, ['RO-CJ', 'Cluj']);
      assert.deepEqual([answer.mapping.meaning, answer.mapping.code], ['refused', 'BR-RO-110']);
      assert.equal(answer.receipt?.kind, 'anaf-response');
      assert.match(saidOf(answer), remark);
    });
  }

  for (const [cif, code] of [
    ['8000000001', 'R_BT_32_cui'],
    ['0000000019', 'R6.1'],
  ] as const)
    it(`name the rule after \`regula:\` for the seller ${cif}`, async () => {
      const { answer } = await end(`S-3-${cif}x`, '', ['RO8000000000', `RO${cif}`]);
      assert.equal(answer.mapping.code, code);
    });
});

describe('an upload whose answer the sandbox of ANAF loses', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  for (const [what, seconds] of [
    ['has the same time', 0],
    ['is ten minutes ahead', 600],
    ['is ten minutes behind', -600],
  ] as const)
    it(`is found if ANAF's clock ${what}`, async () => {
      const clock = REAL_CLOCK;
      const sessions = keptSessions(clock);
      const rail = new RoEfacturaRail(
        { outbound: new PatientClient(), sessions, clock, realClock: clock },
        {
          anafUrl: `${sandbox.url}/anaf/test/FCTEL/rest`,
          oauthUrl: `${sandbox.url}/anaf/anaf-oauth2/v1`,
          pollWaitsMs: [1000],
          inSandbox: true,
        },
      );
      await jsonOf(`${sandbox.url}/control/clock`, posted({ route: 'RO-EFACTURA', ahead_seconds: seconds }));
      const lost = { route: 'RO-EFACTURA', call: 'POST /upload', fault: 'drop', count: 1 };
      await jsonOf(`${sandbox.url}/control/faults`, posted(lost));
      const number = `LOST-${seconds}x`;
      const bytes = new TextEncoder().encode(invoice(number));
      const base = aRomanianConsignment();
      const consignment: Consignment = {
        ...base,
        bytes,
        documentSha256: createHash('sha256').update(bytes).digest('hex'),
        invoiceNumber: number,
        startedAt: clock.now(),
        addressing: { ...base.addressing, seller: SELLER, buyer: BUYING },
      };
      const inquiry: Consignment = {
        ...consignment,
        document: async () => ({ ...consignment, facts: base.facts }),
      };
      assert.equal((await rail.send(inquiry)).mapping.meaning, 'unclear');
      let answer: RailAnswer | undefined;
      await until(
        async () => {
          const { resumeToken } = answer ?? {};
          answer = await rail.ask({ ...inquiry, ...(resumeToken !== undefined && { resumeToken }) });
          return answer.mapping.networkStatus !== 'not shown yet';
        },
        'an outcome',
        60_000,
        100,
      );
      assert.equal(answer?.mapping.meaning, 'accepted', answer?.mapping.networkStatus);
    });
});
