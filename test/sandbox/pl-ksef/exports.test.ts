import assert from 'node:assert/strict';
import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { factoredInvoice, invoice } from './invoices.ts';
import { type Answer, codeOf, encryptedFor, Ksef } from './ksef.ts';
import { whileTimeStands } from '../../support/standing-time.ts';

const FACTOR = '1111111111';
const BUYER = '7352765225';
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString();

interface Package {
  readonly invoiceCount: number;
  readonly size: number;
  readonly isTruncated: boolean;
  readonly lastPermanentStorageDate?: string;
  readonly permanentStorageHwmDate: string;
  readonly parts: readonly {
    readonly url: string;
    readonly partSize: number;
    readonly partHash: string;
    readonly encryptedPartHash: string;
  }[];
}

/** Many steps of the simulator, which counts them by the clock of the machine. */
const LISTED_MS = 50;

describe('exports of invoices at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  const own = { key: randomBytes(32), vector: randomBytes(16) };
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
    const session = await ksef.open();
    for (const number of ['E-1', 'E-2', 'E-3']) await ksef.endOf(session, invoice(number));
    await ksef.endOf(session, factoredInvoice('E-4', FACTOR));
    await pause(LISTED_MS);
  });
  after(() => sandbox.stop());

  const options = (changed: object): Promise<unknown> =>
    jsonOf(`${sandbox.url}/ksef/sandbox/options`, { ...posted(changed), method: 'PUT' });

  async function start(changed: object = {}, by = ksef, range: object = {}): Promise<Answer> {
    const { key, publicKeyId } = await by.publicKey('SymmetricKeyEncryption');
    const dateRange = { dateType: 'PermanentStorage', from: yesterday(), ...range };
    return by.call('POST', '/invoices/exports', {
      encryption: {
        encryptedSymmetricKey: encryptedFor(key, own.key),
        initializationVector: own.vector.toString('base64'),
        publicKeyId,
      },
      filters: { subjectType: 'Subject1', dateRange, ...changed },
    });
  }

  async function ended(answer: Answer, by = ksef): Promise<Record<string, unknown>> {
    assert.equal(answer.status, 201, answer.text);
    for (;;) {
      const { json } = await by.call('GET', `/invoices/exports/${String(answer.json['referenceNumber'])}`);
      if ((json['status'] as { code: number }).code !== 100) return json;
      await pause(5);
    }
  }

  const codeIn = (json: Record<string, unknown>): number => (json['status'] as { code: number }).code;

  /** The names in a package, whose hashes are verified before and after decryption. */
  async function opened({ parts, size }: Package): Promise<readonly string[]> {
    const plain: Buffer[] = [];
    for (const part of parts) {
      const answer = await fetch(part.url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal(sha256(bytes), part.encryptedPartHash);
      assert.equal(answer.headers.get('x-ms-meta-hash'), part.encryptedPartHash);
      const cipher = createDecipheriv('aes-256-cbc', own.key, own.vector);
      const one = Buffer.concat([cipher.update(bytes), cipher.final()]);
      assert.deepEqual([one.length, sha256(one)], [part.partSize, part.partHash]);
      plain.push(one);
    }
    const archive = Buffer.concat(plain);
    assert.equal(archive.length, size);
    const names: string[] = [];
    const zip = await fromBufferPromise(archive);
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      await buffer(await zip.openReadStreamPromise(entry));
    }
    return names;
  }

  it('run, and end with encrypted parts that hold all invoices and their metadata', async () => {
    await options({ export_part_bytes: 1_500 });
    const answer = await start();
    const json = await ended(answer);
    const made = json['package'] as Package;
    assert.ok(made.parts.length > 1);
    assert.deepEqual([codeIn(json), made.invoiceCount, made.isTruncated], [200, 4, false]);
    const names = await opened(made);
    assert.deepEqual([names.length, names.at(-1)], [5, '_metadata.json']);
    await options({ export_part_bytes: 50_000_000 });
  });

  it('are cut off after their last invoice, where the next one begins', async () => {
    await options({ export_max_invoices: 3 });
    const first = (await ended(await start()))['package'] as Package;
    assert.deepEqual([first.invoiceCount, first.isTruncated], [3, true]);
    const rest = (await ended(await start({}, ksef, { from: first.lastPermanentStorageDate })))[
      'package'
    ] as Package;
    await options({ export_max_invoices: 10_000 });
    // The invoice of the border is in both.
    assert.deepEqual(
      [rest.invoiceCount, rest.isTruncated, rest.lastPermanentStorageDate],
      [2, false, undefined],
    );
  });

  it('give a third party the invoices that name it, and it downloads them', async () => {
    const factor = await Ksef.loggedIn(sandbox.url, 'a-token', FACTOR);
    const filters = { subjectType: 'Subject3' };
    const { invoiceCount } = (await ended(await start(filters, factor), factor))['package'] as Package;
    assert.equal(invoiceCount, 1);
    const dateRange = { dateType: 'PermanentStorage', from: yesterday() };
    const { json } = await factor.call('POST', '/invoices/query/metadata', { ...filters, dateRange });
    const [row] = json['invoices'] as { ksefNumber: string; thirdSubjects: unknown }[];
    assert.deepEqual(row?.thirdSubjects, [
      { identifier: { type: 'Nip', value: FACTOR }, name: 'Faktor S.A.', role: 1 },
    ]);
    assert.equal((await factor.call('GET', `/invoices/ksef/${row?.ksefNumber}`)).status, 200);
    const buyer = await Ksef.loggedIn(sandbox.url, 'a-token', BUYER);
    const theirs = (await ended(await start(filters, buyer), buyer))['package'] as Package;
    assert.equal(theirs.invoiceCount, 0);
  });

  it('end 420 if they begin after the data are complete', async () => {
    await options({ metadata_lag_steps: 4_000 });
    const from = new Date(Date.now() - 1_000).toISOString();
    const json = await ended(await start({}, ksef, { from, restrictToPermanentStorageHwmDate: true }));
    await options({ metadata_lag_steps: 1 });
    assert.deepEqual([codeIn(json), json['package']], [420, undefined]);
  });

  it('expire: the status says 210, and the address of a part is over', async () => {
    await options({ export_seconds: 600 });
    const answer = await start();
    const { url } = ((await ended(answer))['package'] as Package).parts[0]!;
    await options({ export_seconds: 3_600 });
    await whileTimeStands(async (forwardMs) => {
      forwardMs(600_000);
      assert.equal(codeIn(await ended(answer)), 210);
      assert.equal((await fetch(url)).status, 403);
    });
  });

  it('end 415 with a key for another system, and are refused with a withdrawn one', async () => {
    const encryption = {
      encryptedSymmetricKey: randomBytes(256).toString('base64'),
      initializationVector: own.vector.toString('base64'),
    };
    const filters = { subjectType: 'Subject1', dateRange: { dateType: 'Issue', from: yesterday() } };
    assert.equal(
      codeIn(await ended(await ksef.call('POST', '/invoices/exports', { encryption, filters }))),
      415,
    );
    const withdrawn = { ...encryption, publicKeyId: randomBytes(32).toString('base64') };
    const refused = await ksef.call('POST', '/invoices/exports', { encryption: withdrawn, filters });
    assert.equal(codeOf(refused), 21470);
  });

  it('are ten at once for a context, and no other caller may ask for them', async () => {
    const slow = await aSandbox({ limits: 'off' });
    try {
      const [seller, stranger] = await Promise.all([
        Ksef.loggedIn(slow.url),
        Ksef.loggedIn(slow.url, 'a-token', BUYER),
      ]);
      await whileTimeStands(async () => {
        const made = await Promise.all(Array.from({ length: 10 }, () => start({}, seller)));
        const path = `/invoices/exports/${String(made[0]!.json['referenceNumber'])}`;
        assert.equal(codeIn((await seller.call('GET', path)).json), 100);
        assert.equal(codeOf(await start({}, seller)), 21182);
        assert.equal((await start({}, stranger)).status, 201);
        assert.equal(codeOf(await stranger.call('GET', path)), 21175);
      });
    } finally {
      await slow.stop();
    }
  });
});
