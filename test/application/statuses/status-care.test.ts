import assert from 'node:assert/strict';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { ALL_STATUSES, PLATFORM_STATUSES as fr } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { PEPPOL_STATUSES } from '../../../src/adapters/rails/peppol/status-mappings.ts';
import { GiveUpRestoredStatuses } from '../../../src/application/statuses/give-up-restored.ts';
import { type OutgoingStatus, outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import { START } from '../../support/records.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { StatusWorld } from './world.ts';

const CREDENTIAL = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' } as const;

describe('the care row of a status that waits', () => {
  let world: StatusWorld;
  let id: string;
  beforeEach(async () => {
    world = new StatusWorld(memoryStores());
    ({ id } = await world.receive());
  });
  const tell = () => world.tell.ofReceived(world.call(id, { status: 'accepted' }));
  const care = async (): Promise<readonly string[]> =>
    (await world.stores.received.find(id))!.care.map(
      ({ code, handledAt }) => `${code} ${handledAt ? 'handled' : 'open'}`,
    );

  /** A status whose answer was lost, after a run without a credential. */
  async function withoutCredential(): Promise<OutgoingStatus> {
    world.platform.faults.push('lost-behind');
    const status = await tell();
    await world.runToTheEnd(status.id, 1);
    world.credential = undefined;
    await world.runToTheEnd(status.id, 2);
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING open']);
    return status;
  }

  async function withRefusedCredential(): Promise<OutgoingStatus> {
    const status = await tell();
    world.platform.poll = async () => ({ mapping: fr.credentialRefused });
    await world.runToTheEnd(status.id, 3);
    assert.deepEqual(await care(), ['EI-CREDENTIAL-REFUSED open']);
    assert.deepEqual(world.telemetry.care, ['EI-CREDENTIAL-REFUSED client']);
    return status;
  }

  it('is handled if the status is given up after faults of ours', async () => {
    const status = await withoutCredential();
    world.credential = CREDENTIAL;
    world.platform.ask = () => Promise.reject(new TypeError('a fault of ours'));
    assert.equal((await world.runToTheEnd(status.id)).state, 'dead');
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING handled', 'EI-SEND-UNKNOWN open']);
  });

  it('is handled if the status is given up after a restore', async () => {
    await withoutCredential();
    const { stores, clock } = world;
    const tools = {
      ...stores,
      clock,
      catalogue: { find: () => undefined },
      reportWriter: JSON_REPORT_WRITER,
    };
    assert.equal(await new GiveUpRestoredStatuses(tools).run(START), 1);
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING handled', 'EI-SEND-UNKNOWN open']);
  });

  it('is handled by the end if a process died between the row and its note, and the credential came back', async () => {
    world.platform.faults.push('lost-behind');
    const status = await tell();
    await world.runToTheEnd(status.id, 1);
    world.credential = undefined;
    const { statuses } = world.stores;
    const dying = Object.assign(Object.create(statuses) as typeof statuses, {
      commit: () => Promise.reject(new Error('killed')),
    });
    world.clock.advance(60_000);
    const dead = world.processor({ ...world.stores, statuses: dying });
    assert.equal(await dead.run(outgoingTask(status)), 'failed');
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING open']);
    world.credential = CREDENTIAL;
    world.clock.advance(3_600_000);
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING handled']);
  });

  it('stays as it is if the platform cannot be reached, and a handled one stays handled', async () => {
    const status = await withRefusedCredential();
    const refused = world.platform.poll;
    world.platform.poll = async () => ({ mapping: fr.unreachable });
    await world.runToTheEnd(status.id, 1);
    assert.deepEqual(await care(), ['EI-CREDENTIAL-REFUSED open']);
    assert.deepEqual(world.telemetry.care, ['EI-CREDENTIAL-REFUSED client']);
    const record = (await world.stores.received.find(id))!;
    const handled = record.care.map((row) => ({ ...row, handledAt: world.clock.now() }));
    const change = { ...record, care: handled, version: record.version + 1 };
    await world.stores.received.commit({ record: change, events: [], files: [], audit: [] });
    await world.runToTheEnd(status.id, 1);
    world.platform.poll = refused;
    await world.runToTheEnd(status.id, 1);
    assert.deepEqual(await care(), ['EI-CREDENTIAL-REFUSED handled']);
  });

  it('leaves that of an earlier status, which is dead, to a person', async () => {
    world.credential = undefined;
    assert.equal((await world.runToTheEnd((await tell()).id)).state, 'dead');
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING open']);
    world.credential = CREDENTIAL;
    world.clock.advance(1000);
    const status = await withoutCredential();
    world.credential = CREDENTIAL;
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(await care(), ['EI-CREDENTIAL-MISSING open']);
  });

  it('stays open behind the end if it asks for work that the end does not do', async () => {
    const { twice } = PEPPOL_STATUSES;
    world.reading = { statusMappings: [...ALL_STATUSES, twice] };
    const status = await tell();
    const { poll } = world.platform;
    world.platform.poll = async () => ({ mapping: twice });
    await world.runToTheEnd(status.id, 3);
    world.platform.poll = poll;
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(await care(), ['EI-PEPPOL-DUPLICATE open']);
  });
});
