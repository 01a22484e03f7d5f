import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { readSyntaxTables } from '../../../src/processes/read-syntaxes.ts';
import { ReadingPool } from '../../../src/adapters/piscina/reading-pool.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { LogFields } from '../../../src/ports/log.ts';
import { germanInvoice } from '../../domain/sample.ts';
import { builtThread, plainThread } from '../../support/built.ts';
import { isBusy, repeatWhileBusy } from '../../support/repeat-while-busy.ts';

const bytesOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));
const partOf = (json: unknown) => ({ bytes: bytesOf(json) });
const OFFER = { route: 'DE-XRECHNUNG', format: 'xrechnung-ubl' } as const;
const THREAD = builtThread('src/adapters/piscina/reading-entry.cts');
const BAD_THREAD = plainThread(fileURLToPath(new URL('misbehaving-reader.cjs', import.meta.url)));

describe('the thread that reads large documents', () => {
  let pool: ReadingPool;
  const logged: LogFields[] = [];
  const log = { error: (fields: LogFields) => void logged.push(fields) };

  beforeEach(() => void logged.splice(0));
  afterEach(() => pool.close());

  it('opens, selects, checks and builds, and the bytes stay with the caller', async () => {
    pool = new ReadingPool(readSyntaxTables(), log, THREAD);
    const bytes = bytesOf(germanInvoice());
    const opened = await pool.run('open', bytesOf({ route: 'DE-XRECHNUNG', document: germanInvoice() }));
    assert.ok(opened.ok);
    assert.deepEqual(JSON.parse(opened.rest), { route: 'DE-XRECHNUNG', document: {} });
    assert.deepEqual(opened.heavy.get('document'), bytes);
    const facts = await pool.run('facts', { bytes });
    assert.ok(facts.ok && facts.facts.sellerCountry === 'DE');
    const { fit } = await pool.run('judge', { bytes, ...OFFER });
    assert.ok(fit?.fingerprintText.includes('xrechnung-ubl'));
    const { layers, document } = await pool.run('layers', { bytes, ...OFFER });
    assert.deepEqual(
      layers.map(({ layer, outcome }) => `${layer} ${outcome}`),
      ['schema valid', 'pre-check valid', 'serializer valid'],
    );
    assert.match(new TextDecoder().decode(document?.bytes), /^<\?xml/);
    assert.notEqual(bytes.length, 0);
  });

  it('returns findings unchanged', async () => {
    pool = new ReadingPool(readSyntaxTables(), log, THREAD);
    const refused = await pool.run('facts', partOf({ ...germanInvoice(), surprise: 1 }));
    assert.ok(!refused.ok);
    assert.deepEqual(
      refused.findings.map(({ code, field }) => [code, field]),
      [['EI-SCHEMA', 'surprise']],
    );
    const { layers } = await pool.run('layers', { bytes: new Uint8Array([1, 2]), ...OFFER });
    assert.deepEqual(withEnglish(layers), []);
  });

  it('reads nothing after it is closed: the caller gets busy', async () => {
    pool = new ReadingPool(readSyntaxTables(), log, THREAD);
    await pool.close();
    await assert.rejects(pool.run('facts', partOf(germanInvoice())), isBusy);
    assert.deepEqual(logged, []);
  });

  for (const [cause, bounds] of [
    ['timed-out', { taskMs: 3_000 }],
    ['out-of-memory', { heapMb: 32 }],
  ] as const)
    it(`that is lost (${cause}) is replaced, and its caller gets busy`, async () => {
      pool = new ReadingPool(readSyntaxTables(), log, { ...bounds, ...BAD_THREAD });
      await assert.rejects(pool.run('facts', partOf(cause)), isBusy);
      assert.deepEqual(
        logged.map((fields) => fields.cause),
        [cause],
      );
      const echo = (): Promise<unknown> => pool.run('facts', partOf('echo'));
      assert.deepEqual(withEnglish(await repeatWhileBusy(echo)), { name: 'facts' });
    });

  it('reports an exception as a bug: a repeat does not help', async () => {
    pool = new ReadingPool(readSyntaxTables(), log, BAD_THREAD);
    await assert.rejects(pool.run('facts', partOf('throw')), (error) => !(error instanceof CallFailed));
    assert.equal(logged.length, 1);
  });

  it('does one thing after the other', async () => {
    pool = new ReadingPool(readSyntaxTables(), log, BAD_THREAD);
    const work = ['echo', 'echo', 'echo'].map((what) => pool.run('facts', partOf(what)));
    assert.equal(pool.waiting, 2);
    await Promise.all(work);
    assert.equal(pool.waiting, 0);
  });
});
