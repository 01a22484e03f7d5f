import assert from 'node:assert/strict';
import sinon from 'sinon';
import { FakeRail } from '../../fakes/rail.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { found, statuses, toolsIn } from '../sending/world.ts';
import { DOCUMENT, ID, setUp, type World } from './world.ts';

/** A worker whose check reads the addressing of the document. */
const workerFor = (world: World, rail: FakeRail): InvoiceWorker =>
  invoiceWorker({
    ...toolsIn(world, [rail]),
    ...{ invoices: world.invoices, mappings: MAPPINGS },
    examine: {
      run: async (_subject, _access, wanted) => {
        assert.deepEqual(wanted, { addressing: true });
        return { layers: world.layers, document: { ...DOCUMENT, addressing: AN_ADDRESSING } };
      },
    },
  });

describe('an invoice that is checked and sent', () => {
  it('is queued for its route by the commit of its check', async () => {
    const world = await setUp({ route: 'PEPPOL', format: 'ubl' });
    const commit = sinon.spy(world.invoices, 'commit');
    assert.equal(await workerFor(world, new FakeRail()).run(ID, 'check'), 'done');
    assert.equal(commit.callCount, 1);
    const { state, work, version, lease } = await found(world);
    assert.deepEqual([state, work, version, lease], ['queued', 'send', 2, null]);
    assert.deepEqual(await statuses(world), ['received', 'validated']);
    assert.deepEqual(world.telemetry.moves, ['PEPPOL validated', 'PEPPOL queued']);
  });

  it('is sent with what the check has read of its document', async () => {
    const world = await setUp({ route: 'PEPPOL', format: 'ubl' });
    const rail = new FakeRail();
    const worker = workerFor(world, rail);
    assert.equal(await worker.run(ID, 'check'), 'done');
    assert.equal(await worker.run(ID, 'PEPPOL'), 'done');
    assert.equal((await found(world)).state, 'delivered');
    assert.equal(rail.held.size, 1);
    assert.equal(world.reads, 0, 'the document is not parsed again');
    const [{ document: inTransit } = assert.fail()] = rail.inquiries;
    assert.deepEqual((await inTransit!()).addressing, AN_ADDRESSING);
  });
});
