import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipOf } from '../../src/console/app/zip.ts';
import { emptyFolder } from '../support/folder.ts';

/** Python's module is by other authors. */
const READ = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).hex(), list(i.date_time)] for i in z.infolist()]))`;

describe('the zip of all files of an invoice', () => {
  it('is read by another program: names, bytes, checksums and time', async () => {
    const folder = emptyFolder();
    const entries = [
      { name: 'RE-1-ubl.xml', bytes: new TextEncoder().encode('<Invoice>Bałtyk</Invoice>') },
      { name: 'empty-żółć.json', bytes: new Uint8Array() },
      { name: 'large.pdf', bytes: new Uint8Array(70_000).map((_, index) => index % 251) },
    ];
    const file = join(folder.path, 'all.zip');
    const zip = await zipOf(entries, new Date(2026, 10, 24, 6, 35, 24));
    writeFileSync(file, Buffer.from(await zip.arrayBuffer()));
    const read = JSON.parse(execFileSync('python3', ['-c', READ, file], { encoding: 'utf8' })) as unknown;
    const time = [2026, 11, 24, 6, 35, 24];
    assert.deepEqual(
      read,
      entries.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex'), time]),
    );
    folder.remove();
  });
});
