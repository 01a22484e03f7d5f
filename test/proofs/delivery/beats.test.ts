import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { emptyFolder } from '../../support/folder.ts';
import { until } from '../../support/until.ts';
import { beating } from './beating.ts';
import { beatsIn, keepsUp } from './beats.ts';

const AT = new Date('2026-10-05T12:00:00Z');
const later = (seconds: number): Date => new Date(AT.getTime() + seconds * 1000);

describe('a process of the harness', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('keeps up with the clock when it has renewed its leases since the last move', () => {
    writeFileSync(beatsIn(path, 7), AT.toISOString());
    assert.ok(keepsUp(path, 7, AT));
    assert.ok(!keepsUp(path, 7, later(20)));
    writeFileSync(beatsIn(path, 7), later(21).toISOString());
    assert.ok(keepsUp(path, 7, later(20)));
  });

  it('keeps up if it has no lease yet, and before the first move', () => {
    assert.ok(keepsUp(path, 8, AT));
    assert.ok(keepsUp(path, 7, undefined));
  });

  it('does not keep up while its report is being written', () => {
    writeFileSync(beatsIn(path, 9), '');
    assert.ok(!keepsUp(path, 9, AT));
  });

  it('reports a round only if every lease was renewed', async () => {
    let [now, fails] = [AT, true];
    const renewed: string[] = [];
    const told: Date[] = [];
    const store = {
      lease: () => Promise.resolve({}),
      renewLease: (id: string) => {
        renewed.push(id);
        return fails && id === 'b' ? Promise.reject(new Error('busy')) : Promise.resolve(true);
      },
    } as unknown as InvoiceStore;
    const beats = beating(store, { now: () => now }, (time) => told.push(time));
    assert.deepEqual(told, [AT]);
    for (const id of ['a', 'b']) await beats.lease(id, { token: id, until: later(60) }, AT);
    now = later(20);
    await until(() => renewed.filter((id) => id === 'b').length >= 2, 'two rounds');
    assert.deepEqual(told, [AT]);
    fails = false;
    await until(() => told.length > 1, 'a round is told');
    assert.deepEqual(told[1], now);
  });
});
