import assert from 'node:assert/strict';
import { found, toDueTime, type World, workerOn } from '../../../application/sending/world.ts';
import { anIntake } from '../../../support/records.ts';
import { until } from '../../../support/until.ts';
import { BYTES } from './platform.ts';
import { beforeTheSend, platform, TWO_LISTED, whileThePlatformRuns } from './to-the-end.ts';

const MINUTE = 60_000;

/** Another document of the same number, seller and day. */
async function addTwin(world: World): Promise<World> {
  const { id: _id, submission: _none, ...first } = await found(world);
  const bytes = new TextEncoder().encode(`${new TextDecoder().decode(BYTES)}<!-- another -->`);
  const { sha256 } = await world.content.seal(first.client, bytes);
  const documents = [{ kind: 'ubl', sha256, size: bytes.length }] as const;
  const own = { intakeKey: 'twin', fingerprint: 'f'.repeat(64), invoiceRef: 'twin', version: 1 };
  const intake = anIntake({ ...first, ...own, id: 'inv_twin', documentSha256: sha256, documents });
  await world.invoices.takeIn(intake);
  return { ...world, id: intake.record.id };
}

describe('two invoices of one number at a French platform', () => {
  whileThePlatformRuns();

  it('end as the platform says, though its messages come before the duplicate is refused', async () => {
    const { world, rail, pull } = await beforeTheSend(TWO_LISTED, MINUTE);
    const twin = await addTwin(world);
    const both = [world, twin];
    const work = async (one: World): Promise<void> => {
      await toDueTime(one);
      await workerOn(one, { ...one, rail }).run(one.id, 'FR-PA');
    };
    const shown = async () =>
      Promise.all(both.map(found)).then((all) =>
        all.map(({ state, care }) => [state, ...care.map(({ code }) => code)].join(' ')),
      );
    for (const one of both) await work(one);
    await pull.run();
    assert.deepEqual(await shown(), ['submitted', 'submitted']);
    await until(async () => {
      await work(twin);
      return (await found(twin)).state === 'rejected';
    }, 'the refusal of the duplicate');
    await pull.run();
    assert.deepEqual(await shown(), ['delivered', 'rejected DOUBLON']);
    assert.equal(platform.passed.filter(({ call }) => call === 'flows').length, 2);
  });
});
