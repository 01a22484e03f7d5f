import assert from 'node:assert/strict';
import { WatchSigners } from '../../../src/application/credentials/watch-signers.ts';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import { FakeClock } from '../../fakes/clock.ts';

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
    credentials: {
      ofKinds: async () => stored,
      noteProblem: async (id, problem) => void noted.push([id, problem]),
    },
    choice: { choose: async () => OPENED, openStored: async () => OPENED },
    rails: new Map([['PL-KSEF', { offline: { lookAt } }]]) as unknown as Rails,
    clock: new FakeClock('2026-11-24T12:00:00Z'),
    log: { warn: () => undefined },
  });
  await watch.run();
  return noted;
}

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
