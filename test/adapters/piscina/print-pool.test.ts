import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrintPool } from '../../../src/adapters/piscina/print-pool.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { ViewOrder } from '../../../src/ports/printer.ts';
import { readSyntaxTables } from '../../../src/processes/read-syntaxes.ts';
import { builtThread } from '../../support/built.ts';
import { example } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { textOf } from '../../support/pdf/read-pdf.ts';
import { repeatWhileBusy } from '../../support/repeat-while-busy.ts';

const { document } = example('plain');
/** A document with signs that only the second font has; their positions are scaled. */
const NOTED = { ...document, invoice: { ...document.invoice, notes: ['☎ → ☺ and ☎ again'] } };

const ORDER: ViewOrder = {
  source: {
    form: 'canonical',
    bytes: Buffer.from(JSON.stringify(NOTED)),
    route: 'DE-XRECHNUNG',
    format: 'xrechnung-ubl',
  },
  besides: {},
};

const isBusy = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'busy' && error.failure.retryAfterSeconds === 2;

describe('the threads that print', () => {
  const folder = emptyFolder();
  const logged: string[] = [];
  const log = { error: (_: object, message: string) => void logged.push(message) };
  const opened: PrintPool[] = [];

  type Bounds = NonNullable<ConstructorParameters<typeof PrintPool>[3]>;
  function aPool(bounds: Bounds = builtThread('src/adapters/pdf/print-entry.cts')): PrintPool {
    const pool = new PrintPool(1, readSyntaxTables(), log, { execArgv: [], ...bounds });
    opened.push(pool);
    return pool;
  }

  /** A thread with a program that does not print. */
  function boundsRunning(program: string): Bounds {
    const thread = join(folder.path, `${opened.length}.cjs`);
    writeFileSync(thread, `module.exports = async ({ order }) => { ${program} };`);
    return { thread };
  }

  beforeEach(() => void logged.splice(0));
  after(async () => {
    await Promise.all(opened.map((pool) => pool.close()));
    folder.remove();
  });

  it('print a page, the same bytes each time', async () => {
    const pool = aPool();
    const [first, second] = await Promise.all([pool.view(ORDER), pool.view(ORDER)]);
    assert.deepEqual(first, second);
    assert.match((await textOf(first)).join(), /RE-2026-\d/);
  });

  it('refuse a caller if enough others wait, print those, and then accept the next one', async () => {
    const pool = aPool({ ...builtThread('src/adapters/pdf/print-entry.cts'), maxWaiting: 1 });
    const [printed, waiting] = [pool.view(ORDER), pool.view(ORDER)];
    await assert.rejects(pool.view(ORDER), isBusy);
    assert.deepEqual(await waiting, await printed);
    assert.deepEqual(await pool.view(ORDER), await printed);
    assert.deepEqual(logged, []);
  });

  it('draw the pages of archives behind all others, so that these are not refused', async () => {
    const done: string[] = [];
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 20));';
    const pool = aPool({ ...boundsRunning(`${wait} return Buffer.from("{}");`), maxWaiting: 2 });
    const note = (name: string) => () => void done.push(name);
    const archived = Array.from({ length: 5 }, () => pool.archived(ORDER).then(note('archive')));
    await archived[0];
    const pages = Array.from({ length: 2 }, () => pool.view(ORDER).then(note('page')));
    await Promise.all([...archived, ...pages]);
    // One of the archive may be in the thread when they come.
    assert.ok(done.length === 7 && done.lastIndexOf('page') <= 3, done.join());
  });

  it('stop a page that does not end, and print the next one', async () => {
    const pool = aPool({
      ...boundsRunning('if (!order.number) for (;;); return order.number;'),
      taskMs: 200,
    });
    await assert.rejects(pool.view(ORDER), isBusy);
    assert.deepEqual(logged, ['a page could not be printed']);
    assert.equal(await repeatWhileBusy(() => pool.view({ ...ORDER, number: '7' })), '7');
  });

  it('stop a page that needs more memory than is available, and print the next one', async () => {
    const hoards =
      'const all = []; while (!order.number) all.push(Array(1000).fill({})); return order.number;';
    const pool = aPool({ ...boundsRunning(hoards), heapMb: 24 });
    await assert.rejects(pool.view(ORDER), isBusy);
    assert.equal(await pool.view({ ...ORDER, number: '7' }), '7');
  });

  it('report an error in drawing as a bug: a repeat does not help', async () => {
    const pool = aPool(boundsRunning('throw new RangeError("no such sheet");'));
    await assert.rejects(pool.view(ORDER), /no such sheet/);
    assert.deepEqual(logged, ['a page could not be printed']);
  });

  it('answer busy after they are closed', async () => {
    const pool = aPool();
    await pool.close();
    await assert.rejects(pool.view(ORDER), isBusy);
    assert.deepEqual(logged, []);
  });
});
