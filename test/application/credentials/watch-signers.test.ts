import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { WatchSigners } from '../../../src/application/credentials/watch-signers.ts';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { settleAfterChange } from '../../../src/application/credentials/signer-care.ts';
import { setUp } from '../checking/world.ts';
import { found } from '../sending/world.ts';

const SIGNER: Credential = {
  ...{ id: 'crd_1', client: 'acme', route: 'PL-KSEF', kind: 'ksef-offline-certificate' },
  ...{ environment: 'production', issuedBy: 'KSeF', issuedOn: '2026-01-15', sealedValue: 'x' },
  createdAt: new Date('2026-01-15'),
};
const OPENED = { client: 'acme', id: 'crd_1', kind: 'ksef-certificate', value: 'x' };

async function looked(
  answers: readonly ({ readonly problem?: string } | 'unknown' | Error)[],
  stored: readonly Credential[] = answers.map((_, n) => ({ ...SIGNER, id: `crd_${n}` })),
) {
  const noted: [string, string | undefined][] = [];
  const left = [...answers];
  const lookAt = async () => {
    const answer = left.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const watch = new WatchSigners({
    credentialStore: {
      ofKinds: async () => stored,
      ofRoute: async () => [],
      noteProblem: async (id, problem) => void noted.push([id, english(problem)]),
    },
    credentials: { choose: async () => OPENED, openStored: async () => OPENED },
    invoices: memoryStores().invoices,
    telemetry: { careOpened: () => undefined },
    rails: new Map([['PL-KSEF', { offline: { lookAt } }]]) as unknown as Rails,
    clock: new FakeClock('2026-11-24T12:00:00Z'),
    log: { warn: () => undefined },
  });
  await watch.run();
  return noted;
}

/** One client with an invoice and a stored certificate, on real stores. */
async function aClient() {
  const world = await setUp({ route: 'PL-KSEF', offline: { mode: 'chosen' } });
  const { credentials } = memoryStores();
  const signer = { ...SIGNER, client: 'acme' };
  await credentials.add(signer, world.clock.now());
  let answer: { readonly problem?: string } | 'unknown' = {};
  const { invoices, clock, telemetry } = world;
  const tools = { invoices, clock, telemetry, log: { warn: () => undefined } };
  const watch = new WatchSigners({
    ...{ ...tools, credentialStore: credentials },
    credentials: { choose: async () => OPENED, openStored: async () => OPENED },
    rails: new Map([['PL-KSEF', { offline: { lookAt: async () => answer } }]]) as unknown as Rails,
  });
  return {
    world,
    credentials,
    signer,
    settle: () => settleAfterChange(signer, { ...tools, credentialStore: credentials }),
    look: async (told: typeof answer) => {
      answer = told;
      await watch.run();
    },
    counted: async () => (await watch.present()).map(({ failing }) => failing.length),
    care: async () =>
      (await found(world)).care.map(({ code, whoActs, handledAt, fixHint }) => ({
        ...{ code, whoActs, isOpen: handledAt === undefined },
        hint: fixHint ?? '',
      })),
  };
}

describe('a certificate that signs codes and does not hold', () => {
  const revoked = { problem: 'KSeF states that it is revoked.' };

  it('is on the care list once, with its owner and what to do, until another one is stored', async () => {
    const { credentials, signer, look, care, counted, settle, world } = await aClient();
    await look({});
    assert.deepEqual(withEnglish([await care(), await counted()]), [[], [0]]);
    await look(revoked);
    await look(revoked);
    const [row, ...others] = await care();
    assert.deepEqual(withEnglish(others), []);
    assert.deepEqual([row?.code, row?.whoActs, row?.isOpen], ['EI-OFFLINE-CERTIFICATE', 'client', true]);
    assert.match(english(row?.hint ?? ''), /crd_1: KSeF states that it is revoked\. Store another/);
    assert.deepEqual(await counted(), [1]);
    await credentials.revoke(signer.id, world.clock.now());
    await look(revoked);
    assert.equal((await care())[0]?.isOpen, true, 'nothing has taken its place');
    await credentials.add({ ...signer, id: 'crd_2' }, world.clock.now());
    await settle();
    assert.deepEqual([(await care()).map(({ isOpen }) => isOpen), await counted()], [[false], [0]]);
  });

  it('is on it also if the process died after the route was asked', async () => {
    const { credentials, signer, look, care } = await aClient();
    await credentials.noteProblem(signer.id, revoked.problem);
    await look(revoked);
    assert.equal((await care()).length, 1);
  });

  it('is on it again with a new reason, and leaves it when the route accepts it again', async () => {
    const { look, care } = await aClient();
    await look(revoked);
    await look({ problem: 'KSeF states that it is blocked.' });
    assert.match(english((await care())[0]?.hint ?? ''), /blocked/);
    await look({});
    assert.deepEqual(
      (await care()).map(({ isOpen }) => isOpen),
      [false],
    );
  });
});

describe('the daily look at credentials that sign codes', () => {
  it('notes what the route has against one, and what it has no longer', async () => {
    const before = { ...SIGNER, problem: 'It is blocked.' };
    assert.deepEqual(
      await looked([{ problem: 'It is revoked.' }, {}], [SIGNER, { ...before, id: 'crd_2' }]),
      [
        ['crd_1', 'It is revoked.'],
        ['crd_2', undefined],
      ],
    );
  });

  it('changes nothing if the route does not tell, and goes on after a failure', async () => {
    assert.deepEqual(await looked(['unknown', new Error('down'), { problem: 'It is expired.' }]), [
      ['crd_2', 'It is expired.'],
    ]);
  });
});
