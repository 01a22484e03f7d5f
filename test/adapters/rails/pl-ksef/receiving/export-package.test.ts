import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newSessionKey } from '../../../../../src/adapters/rails/pl-ksef/client/encryption.ts';
import type { KsefResponse } from '../../../../../src/adapters/rails/pl-ksef/client/ksef.ts';
import {
  type ExportPackage,
  invoicesOf,
  isPackageFault,
  packageIn,
} from '../../../../../src/adapters/rails/pl-ksef/receiving/export-package.ts';
import { emptyFolder } from '../../../../support/folder.ts';
import { KSEF_NUMBER, OTHER_NUMBER } from '../ksef.ts';

const FILES: Readonly<Record<string, string>> = {
  [`${KSEF_NUMBER}.xml`]: '<Faktura>1</Faktura>',
  [`${OTHER_NUMBER}.xml`]: `<Faktura>${'2'.repeat(3_000)}</Faktura>`,
  '_metadata.json': JSON.stringify({ invoices: [{ ksefNumber: KSEF_NUMBER }, { ksefNumber: OTHER_NUMBER }] }),
};
const own = newSessionKey();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** By GNU tar. */
function tarred(files = FILES, format = 'ustar'): Buffer {
  const folder = emptyFolder();
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
    return gzipSync(
      execFileSync('tar', [`--format=${format}`, '-cf', '-', '-C', folder.path, ...Object.keys(files)]),
    );
  } finally {
    folder.remove();
  }
}

/** A package whose parts are served from memory. @param spoil changes a part on its way. */
function packed(archive: Buffer, changed: Partial<ExportPackage> = {}, spoil = (part: Buffer) => part) {
  const size = Math.ceil(archive.length / 3);
  const plain = [0, 1, 2].map((n) => archive.subarray(n * size, (n + 1) * size));
  const encrypted = plain.map((part) => {
    const cipher = createCipheriv(
      'aes-256-cbc',
      Buffer.from(own.key, 'base64'),
      Buffer.from(own.iv, 'base64'),
    );
    return Buffer.concat([cipher.update(part), cipher.final()]);
  });
  const parts = plain.map((part, n) => ({
    ordinal: n + 1,
    url: String(n),
    hash: sha256(part),
    encryptedHash: sha256(encrypted[n] ?? part),
  }));
  const download = async (url: string): Promise<KsefResponse> => ({
    kind: 'xml',
    bytes: spoil(encrypted[Number(url)] ?? Buffer.alloc(0)),
  });
  return { ksef: { download }, made: { invoiceCount: 2, isTruncated: false, parts, ...changed } };
}

async function read({ ksef, made }: ReturnType<typeof packed>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { ksefNumber, bytes } of invoicesOf(ksef, made, own))
    found[`${ksefNumber}.xml`] = Buffer.from(bytes).toString();
  return found;
}

describe('a package of exported invoices', () => {
  for (const format of ['ustar', 'gnu', 'posix', 'v7'])
    it(`is read unchanged, packed by GNU tar as ${format}, in three parts`, async () => {
      const { '_metadata.json': _metadata, ...invoices } = FILES;
      assert.deepEqual(await read(packed(tarred(FILES, format))), invoices);
    });

  const [, second = ''] = Object.keys(FILES);
  const { [second]: _missing, ...withoutOne } = FILES;
  const { '_metadata.json': _metadata, ...withoutMetadata } = FILES;
  const tar = gunzipSync(tarred());
  const damaged = Buffer.from(tar);
  damaged[3] = 0x41;
  for (const [what, broken] of [
    ['lacks an invoice that its metadata name', () => packed(tarred(withoutOne))],
    ['has fewer invoices than announced', () => packed(tarred(), { invoiceCount: 3 })],
    ['has no metadata', () => packed(tarred(withoutMetadata))],
    [
      'has metadata that cannot be read',
      () => packed(tarred({ ...FILES, '_metadata.json': '{"invoices":[{}]}' })),
    ],
    ['has other bytes than announced', () => packed(tarred(), {}, (part) => Buffer.concat([part, part]))],
    ['is no tar.gz', () => packed(Buffer.from(`PK${'x'.repeat(200)}`))],
    ['is cut off', () => packed(gzipSync(tar.subarray(0, 700)))],
    ['has a damaged header', () => packed(gzipSync(damaged))],
  ] as const)
    it(`is no package if it ${what}`, () =>
      assert.rejects(
        () => read(broken()),
        (error) => isPackageFault(error),
      ));

  it('is none if its key was another one', () => {
    const { ksef, made } = packed(tarred());
    return assert.rejects(async () => {
      for await (const _one of invoicesOf(ksef, made, newSessionKey()));
    }, isPackageFault);
  });

  it('is none with a part that has no address', () => {
    const json = { invoiceCount: 1, isTruncated: false, parts: [{ ordinalNumber: 1, partHash: 'x' }] };
    assert.equal(packageIn(json), undefined);
  });
});
