import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { zipOf } from '../../support/zip.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { codeOf, encryptedFor, Ksef, type Answer, type SessionStatus } from './ksef.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

interface Upload {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A package to be uploaded. */
interface Package {
  readonly opened: Answer;
  readonly reference: string;
  readonly parts: readonly Buffer[];
  readonly uploads: readonly Upload[];
}

describe('batch sessions at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  const half = (bytes: Buffer): readonly Buffer[] => [
    bytes.subarray(0, bytes.length / 2),
    bytes.subarray(bytes.length / 2),
  ];

  async function open(
    archive: Buffer,
    changed: (body: Record<string, unknown>) => unknown = (body) => body,
  ): Promise<Package> {
    const { key, publicKeyId } = await ksef.publicKey('SymmetricKeyEncryption');
    const [symmetric, vector] = [randomBytes(32), randomBytes(16)];
    const parts = half(archive).map((part) => {
      const cipher = createCipheriv('aes-256-cbc', symmetric, vector);
      return Buffer.concat([cipher.update(part), cipher.final()]);
    });
    const body = {
      formCode: { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' },
      batchFile: {
        fileSize: archive.length,
        fileHash: sha256(archive),
        fileParts: parts.map((part, n) => ({
          ordinalNumber: n + 1,
          fileSize: part.length,
          fileHash: sha256(part),
        })),
      },
      encryption: {
        encryptedSymmetricKey: encryptedFor(key, symmetric),
        initializationVector: vector.toString('base64'),
        publicKeyId,
      },
    };
    const opened = await ksef.call('POST', '/sessions/batch', changed(body));
    const uploads = (opened.json['partUploadRequests'] ?? []) as readonly Upload[];
    return { opened, reference: String(opened.json['referenceNumber']), parts, uploads };
  }

  const put = ({ url, method, headers }: Upload, body: Buffer): Promise<Response> =>
    fetch(url, { method, headers, body: new Uint8Array(body) });

  async function uploaded(...given: Parameters<typeof open>): Promise<Package> {
    const opened = await open(...given);
    for (const [n, upload] of opened.uploads.entries())
      assert.equal((await put(upload, opened.parts[n]!)).status, 201);
    return opened;
  }

  const close = ({ reference }: Package): Promise<Answer> =>
    ksef.call('POST', `/sessions/batch/${reference}/close`);

  async function finished(...given: Parameters<typeof open>): Promise<SessionStatus & { reference: string }> {
    const uploadedPackage = await uploaded(...given);
    assert.equal((await close(uploadedPackage)).status, 204);
    const { reference } = uploadedPackage;
    return {
      ...(await ksef.finished(uploadedPackage)),
      reference,
    };
  }

  it('accept a package, list each file by its name, and have one receipt', async () => {
    const archive = await zipOf({
      'a.xml': invoice('B-1'),
      'folder/b.xml': invoice('B-2'),
      'c.xml': '<nothing/>',
      'again.xml': invoice('B-1'),
      'rejected.xml': invoice('B-REJECT'),
    });
    const session = await finished(archive);
    assert.equal(session.status.code, 200);
    const { json } = await ksef.call('GET', `/sessions/${session.reference}/invoices`);
    const invoices = json['invoices'] as { invoiceFileName: string; status: { code: number } }[];
    assert.deepEqual(
      invoices.map(({ invoiceFileName, status }) => [invoiceFileName, status.code]),
      [
        ['a.xml', 200],
        ['folder/b.xml', 200],
        ['c.xml', 430],
        ['again.xml', 440],
        ['rejected.xml', 450],
      ],
    );
    const page = session.upo?.pages[0]?.referenceNumber;
    const { text } = await ksef.call('GET', `/sessions/${session.reference}/upo/${page}`);
    assert.equal(text.match(/<Dokument>/g)?.length, 2);
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=PL-KSEF`);
    assert.equal((data as { number: string }[]).filter(({ number }) => number === 'B-1').length, 1);
  });

  it('are listed as batch sessions, and accept no single invoices', async () => {
    const { reference } = await open(await zipOf({ 'a.xml': invoice('B-3') }));
    const { json } = await ksef.call('GET', '/sessions?sessionType=Batch');
    assert.equal((json['sessions'] as { referenceNumber: string }[])[0]?.referenceNumber, reference);
    assert.equal(codeOf(await ksef.call('POST', `/sessions/online/${reference}/close`)), 21173);
  });

  it('keep uploads through a restart, and are closed once', async () => {
    const archive = await zipOf({ 'a.xml': invoice('B-4') });
    const opened = await uploaded(archive);
    await sandbox.restart();
    assert.equal((await close(opened)).status, 204);
    assert.equal(codeOf(await close(opened)), 21180);
  });

  const batchFile = (change: Readonly<Record<string, unknown>>) => (body: Record<string, unknown>) => ({
    ...body,
    batchFile: { ...(body['batchFile'] as object), ...change },
  });

  for (const [title, code, archive, changed] of [
    ['an archive that is none', 430, () => Buffer.from('no archive at all, but long enough'), undefined],
    [
      'another hash of the archive',
      405,
      () => zipOf({ 'a.xml': invoice('B-5') }),
      batchFile({ fileHash: sha256(Buffer.alloc(1)) }),
    ],
    ['no file', 440, () => zipOf({}), undefined],
    ['no good file', 445, () => zipOf({ 'a.xml': 'nothing' }), undefined],
  ] as const)
    it(`end ${code} with ${title}`, async () => {
      assert.equal((await finished(await archive(), changed)).status.code, code);
    });

  it('end 405 with other bytes in a part', async () => {
    const archive = await zipOf({ 'a.xml': invoice('B-6') });
    const changed = await open(archive);
    for (const [n, upload] of changed.uploads.entries())
      await put(upload, n === 0 ? randomBytes(changed.parts[0]!.length) : changed.parts[n]!);
    assert.equal((await close(changed)).status, 204);
    assert.equal((await ksef.finished(changed)).status.code, 405);
  });

  it('end 435 with parts that are encrypted with another key', async () => {
    const { key } = await ksef.publicKey('SymmetricKeyEncryption');
    const { status } = await finished(
      await zipOf({ 'a.xml': invoice('B-6') }),
      ({ encryption, ...body }) => ({
        ...body,
        encryption: { ...(encryption as object), encryptedSymmetricKey: encryptedFor(key, Buffer.alloc(32)) },
      }),
    );
    assert.equal(status.code, 435);
  });

  it('are not closed if a part is missing (21205) or has another size (21157)', async () => {
    const archive = await zipOf({ 'a.xml': invoice('B-7') });
    const missing = await open(archive);
    assert.equal(codeOf(await close(missing)), 21205);
    for (const upload of missing.uploads) await put(upload, Buffer.alloc(16));
    assert.equal(codeOf(await close(missing)), 21157);
  });

  it('accept parts only at their addresses', async () => {
    const { uploads, parts } = await open(await zipOf({ 'a.xml': invoice('B-8') }));
    const [upload] = uploads;
    assert.equal((await put({ ...upload!, url: upload!.url.replace('/1?', '/2?') }, parts[0]!)).status, 403);
    assert.equal((await put({ ...upload!, headers: {} }, parts[0]!)).status, 400);
  });

  for (const [title, change, code] of [
    ['no parts', batchFile({ fileParts: [] }), 21405],
    [
      'more than fifty parts',
      batchFile({
        fileParts: Array.from({ length: 51 }, (_, n) => ({
          ordinalNumber: n + 1,
          fileSize: 1,
          fileHash: sha256(Buffer.alloc(1)),
        })),
      }),
      21161,
    ],
    [
      'a part of more than 100 MB',
      batchFile({
        fileParts: [{ ordinalNumber: 1, fileSize: 200_000_000, fileHash: sha256(Buffer.alloc(1)) }],
      }),
      21157,
    ],
  ] as const)
    it(`are refused with ${title}: ${code}`, async () => {
      const { opened } = await open(Buffer.alloc(40), change);
      assert.equal(codeOf(opened), code);
    });
});
