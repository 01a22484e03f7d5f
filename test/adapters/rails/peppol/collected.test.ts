import assert from 'node:assert/strict';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import type { CollectedPage } from '../../../../src/ports/rail/receiving.ts';
import { invoice } from '../../../sandbox/peppol/sending.ts';
import { everywhere } from './access-point.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../../../sandbox/running.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

const OWN = '9915:c_01';
const PROVIDERS = {
  recommand: { path: '/recommand/api/v1', token: 'key_1:secret_1', own: { company_id: 'c_01' } },
  'e-invoice-be': { path: '/e-invoice-be', token: 'a-key', own: {} },
} as const;

for (const [dialect, { path, token, own }] of Object.entries(PROVIDERS))
  describe(`invoices that came to a participant at ${dialect}`, () => {
    let sandbox: TestSandbox;
    let rail: PeppolRail;
    before(async () => {
      sandbox = await aSandbox();
      const url = `${sandbox.url}/peppol${path}`;
      rail = new PeppolRail(new PatientClient(), {
        accessPoints: everywhere(url),
      });
    });
    after(() => sandbox.stop());

    const arrived = (recipient: string, number: string) => {
      const query = new URLSearchParams({ route: 'PEPPOL', recipient });
      return jsonOf(`${sandbox.url}/control/inbound?${query}`, { method: 'POST', body: invoice(number) });
    };

    async function collected(after: string | null, known: readonly string[] = []): Promise<CollectedPage> {
      const value = JSON.stringify({
        ...{ token, sender_participant_id: OWN, dialect, ...own },
      });
      const page = await rail.receiving.fetch({
        credential: { client: 'acme', id: 'crd_1', kind: 'access-point', value },
        after,
        isKnown: async (id) => known.includes(id),
        take: async () => undefined,
        now: new Date(),
      });
      assert.ok(page && 'documents' in page, JSON.stringify(page));
      return page;
    }

    it('are collected once each, oldest first, and not those of another company', async () => {
      await arrived(OWN, 'REC-1');
      await arrived('9915:c_02', 'REC-2');
      await arrived(OWN, 'REC-3');
      const first = await collected(null);
      assert.deepEqual(
        first.documents.map(({ bytes }) => Buffer.from(bytes).toString()),
        [invoice('REC-1'), invoice('REC-3')],
      );
      const known = first.documents.map(({ railId }) => railId);
      await arrived(OWN, 'REC-4');
      const second = await collected(first.next ?? null, known);
      assert.deepEqual(
        second.documents.map(({ bytes }) => Buffer.from(bytes).toString()),
        [invoice('REC-4')],
      );
    });
  });

describe('an invoice that came to a participant at phoss-ap', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  it('has the country of the participant once, if the credential names it', async () => {
    const at = `${sandbox.url}/peppol/phoss-ap`;
    const rail = new PeppolRail(new PatientClient(), { accessPoints: everywhere(at) });
    const known = { base_url: at, token: 'a-key', sender_participant_id: OWN, dialect: 'phoss-ap' };
    const collect = async (more: object) => {
      const value = JSON.stringify({ ...known, ...more });
      const credential = { client: 'acme', id: 'crd_1', kind: 'access-point', value };
      const ports = { isKnown: async () => false, take: async () => undefined, now: new Date() };
      const page = await rail.receiving.fetch({ credential, after: null, ...ports });
      assert.ok(page && 'documents' in page && page.documents.length === 1, JSON.stringify(page));
    };
    const listed = async () => {
      const headers = { 'X-Token': known.token };
      const answer = await fetch(`${at}/api/ops/inbound/history`, { headers });
      return ((await answer.json()) as readonly { readonly c4CountryCode: string | null }[]).map(
        ({ c4CountryCode }) => c4CountryCode,
      );
    };
    const query = new URLSearchParams({ route: 'PEPPOL', recipient: OWN });
    await jsonOf(`${sandbox.url}/control/inbound?${query}`, { method: 'POST', body: invoice('REC-1') });
    await collect({});
    assert.deepEqual(await listed(), [null]);
    for (const _ of ['told', 'told already']) await collect({ country: 'BE' });
    assert.deepEqual(await listed(), ['BE']);
    const calls = await fetch(`${sandbox.url}/control/calls?route=PEPPOL`);
    const { data } = (await calls.json()) as {
      readonly data: readonly { readonly path: string; readonly status: number }[];
    };
    const reports = data.filter(({ path }) => path.includes('/inbound/report'));
    assert.deepEqual(
      reports.map(({ status }) => status),
      [200],
    );
  });
});
