import assert from 'node:assert/strict';
import { WatchEndings } from '../../../src/application/credentials/watch-endings.ts';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import { settleAfterChange } from '../../../src/application/credentials/signer-care.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { setUp } from '../checking/world.ts';
import { found } from '../sending/world.ts';

const stored = (own: Partial<Credential>): Credential => ({
  ...{ id: 'crd_1', client: 'acme', route: 'PL-KSEF', kind: 'ksef-token', environment: 'production' },
  ...{ issuedBy: 'KSeF', issuedOn: '2026-01-15', sealedValue: 'x', createdAt: new Date('2026-01-15') },
  ...own,
});

async function endings(...credentials: readonly Credential[]) {
  const lines: object[] = [];
  const log = { warn: (fields: object) => void lines.push(fields) };
  const watch = new WatchEndings({
    credentialStore: { ofKinds: async () => credentials, ofRoute: async () => credentials },
    invoices: memoryStores().invoices,
    telemetry: { careOpened: () => undefined },
    ...{ clock: new FakeClock('2026-11-24T12:00:00Z'), log },
  });
  const [ending] = await watch.present();
  await watch.run();
  return { ending, lines };
}

describe('a kind of credential that ends by law', () => {
  it('has the days that are left, and a line for each client without a successor', async () => {
    const { ending, lines } = await endings(stored({}), stored({ id: 'crd_2', client: 'other' }));
    assert.deepEqual([ending?.route, ending?.daysLeft, ending?.without.length], ['PL-KSEF', 37, 2]);
    assert.equal(lines.length, 2);
  });

  const SUCCESSORS: [what: string, own: Partial<Credential>, without: number][] = [
    ['a certificate of the same seller', { legalEntity: 'PL5260250274' }, 0],
    ['a certificate for all sellers', {}, 0],
    ['a certificate of another seller', { legalEntity: 'PL5265877635' }, 1],
    ['a certificate of another client', { client: 'other' }, 1],
    ['a certificate that has ended', { expiresOn: '2026-11-01' }, 1],
  ];
  for (const [what, own, without] of SUCCESSORS)
    it(`counts ${without} token beside ${what}`, async () => {
      const certificate = stored({ id: 'crd_2', kind: 'ksef-certificate', ...own });
      const { ending } = await endings(stored({ legalEntity: 'PL5260250274' }), certificate);
      assert.equal(ending?.without.length, without);
    });
});

describe('the care row of an invoice that was sent under a token', () => {
  const careOf = async (own: Partial<Credential>): Promise<readonly boolean[]> => {
    const submission = { ...newSubmission('sub-1', new Date('2026-11-24')), credential: 'crd_1' };
    const row = { code: 'EI-TOKEN-ENDS', whoActs: 'client', openedAt: new Date('2026-11-24') } as const;
    const world = await setUp({ route: 'PL-KSEF', submission, care: [row] });
    const { credentials } = memoryStores();
    const certificate = stored({ id: 'crd_2', kind: 'ksef-certificate', ...own });
    const { clock, invoices, telemetry } = world;
    await credentials.add(stored({ legalEntity: 'PL5260250274' }), clock.now());
    await credentials.add(certificate, clock.now());
    const tools = {
      credentialStore: credentials,
      clock,
      invoices,
      telemetry,
      log: { warn: () => undefined },
    };
    await settleAfterChange(certificate, tools);
    return (await found(world)).care.map(({ handledAt }) => handledAt === undefined);
  };

  it('is handled as soon as a certificate of the same seller, or of all, is stored', async () => {
    assert.deepEqual(await careOf({ legalEntity: 'PL5260250274' }), [false]);
    assert.deepEqual(await careOf({}), [false]);
  });

  it('stays with a certificate of another seller', async () => {
    assert.deepEqual(await careOf({ legalEntity: 'PL5265877635' }), [true]);
  });
});
