import assert from 'node:assert/strict';
import { gunzipSync, gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type PackDescription, readDescription } from 'en16931-rules/packs/description.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { WrongShape } from 'en16931-rules/packs/members.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from 'en16931-rules/packs/install/archive.ts';
import { PackIncomplete, filesFrom } from 'en16931-rules/packs/install/published-files.ts';
import { emptyFolder } from '../../support/folder.ts';
import { tgzOf } from '../../support/tar.ts';
import { zipOf } from '../../support/zip.ts';

const FILES = { 'schema/a.xsd': '<a/>', 'schema/common/b.xsd': '<b/>', 'rules.sch': '<c/>' };

const PACK: PackDescription = readDescription(
  {
    id: 'tried',
    version: '1.0',
    title: 'A pack to try',
    source: 'https://example.invalid/release',
    licence: 'none',
    files: Object.entries(FILES).map(([path, text]) => ({ path, role: 'xsd', sha256: sha256(text) })),
  },
  'official',
  'pack.json',
);

/** A layout that no published pack has. */
const ELSEWHERE = {
  'release-1.0/readme.txt': 'Read me.',
  'release-1.0/x/one.xsd': FILES['schema/a.xsd'],
  'release-1.0/y/two.xsd': FILES['schema/common/b.xsd'],
  'three.sch': FILES['rules.sch'],
};

describe('published files', () => {
  let folder: ReturnType<typeof emptyFolder>;
  const lines: string[] = [];
  beforeEach(() => {
    folder = emptyFolder();
    lines.length = 0;
  });
  afterEach(() => folder.remove());

  const lay = (path: string, content: string | Uint8Array): string => {
    const file = join(folder.path, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const from = (source: string) => filesFrom(source, [PACK], (line) => lines.push(line));
  const isWhole = async (source: string): Promise<void> => {
    const files = (await from(source)).collect(PACK);
    assert.deepEqual(
      [...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
      Object.entries(FILES),
    );
  };
  const refused = (source: string, says: RegExp, limits?: ArchiveLimits): Promise<void> =>
    assert.rejects(
      filesFrom(source, [PACK], () => {}, limits),
      (error) => error instanceof WrongShape && says.test(error.message),
    );

  it('are found below a folder', async () => {
    for (const [path, text] of Object.entries(ELSEWHERE)) lay(path, text);
    symlinkSync(join(folder.path, 'nowhere'), join(folder.path, 'broken.sch'));
    await isWhole(folder.path);
    assert.match(lines.at(-1) ?? '', /: 3 files looked at, 3 of official packs$/);
  });

  it('are found in a tar archive, whatever their names, and in archives inside it', async () => {
    const { 'rules.sch': rules, ...others } = FILES;
    const far = `${'folder/'.repeat(20)}three.sch`;
    const files = [
      { name: 'x', type: 'x', content: `${far.length + 10} path=${far}\n` },
      { name: 'cut', content: rules },
      { name: 'inner.whl', content: await zipOf(others) },
    ];
    await isWhole(lay('package.tar.gz', tgzOf(files)));
    const [, ...rest] = files;
    await isWhole(
      lay('gnu.tgz', tgzOf([{ name: '././@LongLink', type: 'L', content: `${far}\0` }, ...rest])),
    );
  });

  it('are found in an archive, in archives inside it, and in archives of a folder', async () => {
    const { 'three.sch': rules, ...schemas } = ELSEWHERE;
    const inner = await zipOf(schemas);
    const file = lay('download.zip', await zipOf({ 'deep/schemas.zip': inner, 'three.sch': rules }));
    await isWhole(file);
    lay('other.zip', 'no archive at all');
    await isWhole(folder.path);
    assert.match(lines.join('\n'), /other\.zip: no archive that can be read/);
  });

  it("are named if one is missing or differs, with the publisher's address", async () => {
    lay('one.xsd', FILES['schema/a.xsd']);
    lay('b.xsd', 'damaged');
    const found = await from(folder.path);
    assert.ok(found.holdsSomeOf(PACK, []));
    assert.throws(
      () => found.collect(PACK),
      (error) =>
        error instanceof PackIncomplete &&
        /^tried 1\.0: 2 of its files were not found as published:\n {2}schema\/common\/b\.xsd \(\S+\/b\.xsd is another version, or damaged\)\n {2}rules\.sch\n {2}published at https:\/\/example\.invalid\/release$/.test(
          error.message,
        ),
    );
  });

  describe('in a malicious archive', () => {
    /** Writes another name of the same length into every header. */
    const renamed = (zip: Buffer, from: string, to: string): Buffer =>
      Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

    for (const name of ['../evil.sch', '/etc/ev.sch', 'C:/evil.sch', '..\\\\ev.sch'])
      it(`are refused under the name ${name}`, async () => {
        const zip = renamed(await zipOf({ 'abc/def.sch': FILES['rules.sch'] }), 'abc/def.sch', name);
        await refused(lay('evil.zip', zip), /evil\.zip: no archive that can be read \(/);
      });

    it('are refused if they are larger than stated', async () => {
      const zip = await zipOf({ 'bomb.sch': Buffer.alloc(1_000_000) });
      // Uncompressed size in the central directory: the last four bytes before the lengths of the name.
      const at = zip.lastIndexOf('PK\u0001\u0002') + 24;
      zip.writeUInt32LE(10, at);
      await refused(lay('bomb.zip', zip), /no archive that can be read/);
    });

    it('are skipped if one is larger than any published file', async () => {
      const file = lay('large.zip', await zipOf({ 'large.sch': Buffer.alloc(51_000_000), ...ELSEWHERE }));
      await isWhole(file);
    });

    it('are refused if they unpack to more than the limit, nested archives included', async () => {
      const inner = await zipOf({ 'a.sch': Buffer.alloc(49_000) });
      const outer = await zipOf(
        Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`${i}.zip`, inner])),
      );
      const limits = { ...ARCHIVE_LIMITS, bytes: 1_000_000 };
      await refused(lay('large.zip', outer), /more than 1000000 bytes once it is unpacked/, limits);
    });

    it('are refused if they are too many, including files that are not needed', async () => {
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}`, '']));
      const limits = { ...ARCHIVE_LIMITS, entries: 50 };
      await refused(lay('many.zip', await zipOf(many)), /more than 50 files/, limits);
    });

    it('are refused if it has a link', async () => {
      const link = { name: 'rules.sch', type: '2' };
      await refused(
        lay('links.tgz', tgzOf([link])),
        /links\.tgz\/rules\.sch: a link; an archive with links is not taken/,
      );
      const zip = await zipOf({ 'rules.sch': FILES['rules.sch'] });
      // The mode of the file: the upper half of its attributes in the central directory.
      zip.writeUInt32LE(0o120777 * 0x10000, zip.lastIndexOf('PK\u0001\u0002') + 38);
      await refused(lay('links.zip', zip), /links\.zip\/rules\.sch: a link/);
    });

    for (const name of ['../evil.sch', '/etc/ev.sch', 'C:/evil.sch', '..\\ev.sch', 'a/../../b.sch'])
      it(`are refused under the name ${name} in a tar archive`, async () => {
        const tar = tgzOf([{ name, content: FILES['rules.sch'] }]);
        await refused(lay('evil.tgz', tar), /evil\.tgz\/.*: a path that leads out of its archive/);
        const long = tgzOf([{ name: 'x', type: 'x', content: `${name.length + 9} path=${name}\n` }, { name: 'a.sch' }]); // prettier-ignore
        await refused(lay('long.tgz', long), /a path that leads out of its archive/);
      });

    it('are refused if a tar archive unpacks to more than the limit, skipped files included', async () => {
      const limits = { ...ARCHIVE_LIMITS, bytes: 1_000_000 };
      const tar = tgzOf([{ name: 'bomb.bin', content: Buffer.alloc(2_000_000) }]);
      await refused(lay('bomb.tgz', tar), /more than 1000000 bytes once it is unpacked/, limits);
    });

    it('are refused if a tar archive is cut off or damaged', async () => {
      const tar = tgzOf([{ name: 'rules.sch', content: FILES['rules.sch'] }]);
      await refused(
        lay('half.tgz', tar.subarray(0, tar.length / 2)),
        /half\.tgz: no archive that can be read/,
      );
      await refused(lay('short.tgz', gzipSync(gunzipSync(tar).subarray(0, 600))), /it ends too early/);
      const damaged = gunzipSync(tar).fill(0x41, 10, 20);
      await refused(lay('damaged.tgz', gzipSync(damaged)), /a header in it is damaged/);
      await refused(lay('none.tgz', 'no archive at all'), /none\.tgz: no archive that can be read/);
    });

    it('are not searched for in endlessly nested archives', async () => {
      let zip = await zipOf(ELSEWHERE);
      for (let depth = 0; depth < 3; depth += 1) zip = await zipOf({ 'more.zip': zip });
      const found = await from(lay('deep.zip', zip));
      assert.equal(found.officialCount, 0);
    });

    it('are refused if the archive is cut off', async () => {
      const zip = await zipOf(ELSEWHERE);
      await refused(
        lay('half.zip', zip.subarray(0, zip.length / 2)),
        /half\.zip: no archive that can be read/,
      );
    });
  });

  describe('at an address', () => {
    async function serving(answer: RequestListener): Promise<{ url: string; close: () => void }> {
      const server = createServer(answer).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
    }

    it('are fetched and unpacked, through a redirect and without an ending in the name', async () => {
      const zip = await zipOf(ELSEWHERE);
      const server = await serving((request, response) => {
        if (request.url === '/latest') response.writeHead(302, { Location: '/zipball/v1' }).end();
        else response.end(zip);
      });
      await isWhole(`${server.url}/latest`);
      assert.match(lines[0] ?? '', /: 0\.0 MB fetched$/);
      server.close();
    });

    it('are named by the page of a release; only files on its own host are fetched', async () => {
      const [zip, asked] = [await zipOf(ELSEWHERE), [] as string[]];
      const pages: Readonly<Record<string, string>> = {
        '/releases/tag/v1':
          '<!DOCTYPE html><a class="x" href="/about">x</a><a href="http://other.example/a.zip">z</a><include-fragment src="/releases/expanded_assets/v1"></include-fragment>',
        '/releases/expanded_assets/v1':
          '<a href="/download/v1/rules.zip?a=1&amp;b=2">rules</a> <a href="mailto:x@y">m</a>',
        '/empty': '<html><a href="http://other.example/a.zip">z</a></html>',
      };
      const server = await serving(({ url = '' }, response) => {
        asked.push(url);
        response.end(pages[url] ?? zip);
      });
      await isWhole(`${server.url}/releases/tag/v1`);
      assert.deepEqual(asked, [
        '/releases/tag/v1',
        '/releases/expanded_assets/v1',
        '/download/v1/rules.zip?a=1&b=2',
      ]);
      assert.ok(lines.some((line) => /its files on other\.example are not fetched/.test(line)));
      await refused(`${server.url}/empty`, /a page that names no file of rules on its own host/);
      server.close();
    });

    it('are not taken from a page that names more files than any release has', async () => {
      const links = Array.from({ length: 51 }, (_, i) => `<a href="/${i}.zip">x</a>`).join('');
      const server = await serving((_, response) => response.end(`<html>${links}</html>`));
      await refused(server.url, /a page with more than 50 files: name the address of a release/);
      server.close();
    });

    it('may be a single file', async () => {
      const server = await serving((_, response) => response.end(FILES['rules.sch']));
      assert.equal((await from(`${server.url}/a/rules.sch?raw=true`)).officialCount, 1);
      server.close();
    });

    it('are refused in one sentence if they are absent, cut off, or their server is down', async () => {
      const server = await serving((request, response) => {
        if (request.url === '/none') response.writeHead(404).end();
        else {
          response.writeHead(200, { 'Content-Length': '1000' }).write('PK');
          setTimeout(() => response.destroy(), 50);
        }
      });
      await refused(`${server.url}/none`, /^http:\/\/\S+\/none: answers 404$/);
      await refused(`${server.url}/half`, /^http:\/\/\S+\/half: cannot be fetched \(/);
      server.close();
      await refused('http://127.0.0.1:1/x.zip', /^http:\/\/127\.0\.0\.1:1\/x\.zip: cannot be fetched \(/);
      await refused('http://', /^http:\/\/: cannot be fetched \(/);
    });
  });
});
