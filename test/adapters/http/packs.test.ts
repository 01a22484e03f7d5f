import assert from 'node:assert/strict';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import { OVERLAID, OVERLAY } from '../../support/overlays.ts';
import { aPack } from '../../support/rule-packs.ts';
import { type RunningApi, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const EN16931 = { id: 'en16931', layer: 'en16931' } as const;

describe('the list of rule packs', () => {
  let api: RunningApi;
  let key: string;
  let client: string;

  withOwnClients((own) => ({ api, client, key } = own));

  it('has the pack in force and the next one, with their days and origins', async () => {
    api.world.rulePacks = [
      aPack({ ...EN16931, version: '1.3.16', syntaxes: ['ubl-invoice', 'cii'] }),
      aPack({
        ...EN16931,
        version: '1.3.17',
        origin: 'official',
        syntaxes: ['ubl-invoice', 'cii'],
        validFrom: '2026-11-02',
        validUntil: '2027-04-30',
      }),
    ];
    const { status, json } = await api.call('GET', '/packs', { key });
    const [{ checksum = '' } = {}, { checksum: later = '' } = {}] = api.world.rulePacks;
    assert.deepEqual(
      [status, json],
      [
        200,
        {
          data: [
            {
              layer: 'en16931',
              syntaxes: ['ubl-invoice', 'cii'],
              specifications: ['*'],
              in_force: { id: 'en16931', version: '1.3.16', origin: 'built-in', sha256: checksum, since: '2026-04-10', until: null }, // prettier-ignore
              previous: null,
              next: { id: 'en16931', version: '1.3.17', origin: 'official', sha256: later, since: '2026-11-02', until: '2027-04-30' }, // prettier-ignore
            },
          ],
          publishers: [],
          today: dayOf(api.world.clock.now()),
        },
      ],
    );
  });

  it('has no pack in force if all begin later', async () => {
    api.world.rulePacks = [aPack({ ...EN16931, version: '1.3.17', validFrom: '2026-11-02' })];
    const { json } = await api.call('GET', '/packs', { key });
    const [row] = json.data as { in_force: unknown; next: { version: string } }[];
    assert.deepEqual([row?.in_force, row?.next.version], [null, '1.3.17']);
  });

  it('names what the company changes in its rules, each client what is for it', async () => {
    const shared = { ...OVERLAY, rule: 'BR-CL-23', from: '2026-11-01' };
    const overlays = [
      { ...OVERLAY, clients: ['other', client] },
      { ...OVERLAY, rule: 'BR-02', clients: ['other'] },
      { ...OVERLAY, rule: 'BR-03', until: '2020-12-31' },
      shared,
    ];
    api.world.rulePacks = [aPack({ ...EN16931, version: '1.3.16', overlays })];
    const shown = async (by: string) => {
      const { json } = await api.call('GET', '/packs', { key: by });
      const [row] = json.data as { overlays?: unknown }[];
      return row?.overlays;
    };
    const forAll = { rule: 'BR-CL-23', ...OVERLAID, from: '2026-11-01' };
    assert.deepEqual(await shown(key), [{ rule: 'BR-DE-15', ...OVERLAID, clients: [client] }, forAll]);
    assert.deepEqual(await shown(OPERATOR_KEY), [
      { rule: 'BR-DE-15', ...OVERLAID, clients: ['other', client] },
      { rule: 'BR-02', ...OVERLAID, clients: ['other'] },
      forAll,
    ]);
    api.world.rulePacks = [aPack({ ...EN16931, version: '1.3.16', overlays: overlays.slice(1, 3) })];
    assert.equal(await shown(key), undefined);
  });

  it('says how old the newest release of each publisher is, by the clock of the service', async () => {
    api.world.rulePacks = [aPack({ ...EN16931, version: '1.3.16' })];
    api.world.publishers.push({
      name: 'CEN/TC 434',
      packs: ['en16931'],
      announcedAt: 'https://cen.example/releases',
      rhythm: { months: [4, 10] },
      released: {},
      seen: null,
      carriers: [],
    });
    const shown = async () => {
      const { json } = await api.call('GET', '/packs', { key });
      return (json.publishers as { newest: unknown }[]).map(({ newest: _, ...row }) => row);
    };
    const [now] = await shown();
    const before = daysLeft(dayOf(api.world.clock.now()), '2026-04-10');
    api.world.clock.advance(300 * 86_400_000);
    const [later] = await shown();
    assert.deepEqual(now, {
      publisher: 'CEN/TC 434',
      age_days: before,
      next_expected: '2026-10',
      is_old: false,
      announced_at: 'https://cen.example/releases',
    });
    assert.deepEqual(later, { ...now, age_days: before + 300, is_old: true });
  });
});
