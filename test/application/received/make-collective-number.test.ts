import assert from 'node:assert/strict';
import { MakeCollectiveNumber } from '../../../src/application/received/make-collective-number.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aReceipt } from '../../support/records.ts';

const MAX_INVOICES = 3;
const OPERATOR: Caller = { kind: 'operator', keyId: 'key_1' };
const CLIENT: Caller = { kind: 'client', keyId: 'key_2', client: 'acme', scopes: ['submit'] };

describe('received invoices that are paid together', () => {
  const { received } = memoryStores();
  const collective: Rail['collective'] = {
    maxInvoices: MAX_INVOICES,
    findOrMake: () => assert.fail('no number is made'),
  };
  const make = new MakeCollectiveNumber({
    received,
    credentials: { choose: async () => undefined },
    content: new FakeContentStore(),
    reader: { readFile: () => assert.fail('no file is read') },
    rails: new Map([
      ['PL-KSEF', { collective } as Rail],
      ['PEPPOL', {} as Rail],
    ]),
  });

  let count = 0;
  async function ids(...own: readonly Partial<ReceivedRecord>[]): Promise<readonly string[]> {
    const all: string[] = [];
    for (const each of own) {
      const railId = `N-${(count += 1)}`;
      const receipt = aReceipt({ client: 'acme', route: 'PL-KSEF', railId, intakeKey: railId, ...each });
      await received.takeIn(receipt);
      all.push(receipt.record.id);
    }
    return all;
  }
  const isRefused = (kind: string) => (error: unknown) =>
    error instanceof CallFailed && error.failure.kind === kind;

  it('are as many as the route takes at most', async () => {
    const most = await ids(...Array.from({ length: MAX_INVOICES }, () => ({})));
    assert.equal((await make.find(CLIENT, most)).length, MAX_INVOICES);
    await assert.rejects(make.find(CLIENT, [...most, ...(await ids({}))]), isRefused('bad-request'));
    const [one = ''] = most;
    await assert.rejects(make.find(CLIENT, [one, one]), isRefused('bad-request'));
  });

  it('are of one client and one route', async () => {
    for (const others of [
      [{}, { client: 'other' }],
      [{}, {}, { client: 'other' }],
      [{}, {}, { route: 'PEPPOL' }],
    ] as const)
      await assert.rejects(make.find(OPERATOR, await ids(...others)), isRefused('bad-request'));
    await assert.rejects(make.find(CLIENT, await ids({}, { client: 'other' })), isRefused('not-found'));
  });
});
