import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Adoption, type AdoptOptions, adoptFrom } from 'en16931-rules/packs/adopt/adopt.ts';
import { describe as describeRelease } from 'en16931-rules/packs/adopt/describe.ts';
import { RELEASE_MARKS } from 'en16931-rules/packs/adopt/marks.ts';
import { ReleaseRefused, releasesIn } from 'en16931-rules/packs/adopt/recognise.ts';
import { planFor } from '../../../../src/adapters/piscina/plan.ts';
import { type PackDescription, readDescription } from 'en16931-rules/packs/description.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { adoptedPacks } from 'en16931-rules/packs/install/adopted.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { VersionUnclear, removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { keptOfficialPacks, listedPacks, officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { packFolders, readInstalled } from 'en16931-rules/packs/installed.ts';
import { overruledIn } from 'en16931-rules/packs/own-rules.ts';
import { assertion } from '../../../support/installed-pack.ts';
import { emptyFolder } from '../../../support/folder.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';
import { tgzOf } from '../../../support/tar.ts';
import { zipOf } from '../../../support/zip.ts';
import { compiled, en16931, facturx, FACTURX_NAMES, frCtc, xrechnung } from './made-up-releases.ts';

describe('a new release of a publisher', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let rulesDir: string;
  let release: string;
  const lines: string[] = [];
  beforeEach(() => {
    folder = emptyFolder();
    rulesDir = join(folder.path, 'rules');
    release = join(folder.path, 'release');
    lines.length = 0;
  });
  afterEach(() => folder.remove());

  const lay = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(release, dirname(path)), { recursive: true });
      writeFileSync(join(release, path), text);
    }
  };
  const adopt = (options: Partial<AdoptOptions> = {}): Promise<readonly Adoption[]> =>
    adoptFrom(release, rulesDir, {
      accept: false,
      engines: ['compiled'],
      report: (line) => lines.push(line),
      ...options,
    });
  const isRefused = async (says: RegExp, options: Partial<AdoptOptions> = {}): Promise<void> => {
    const [only, ...more] = await adopt(options);
    assert.deepEqual([only?.outcome, more], ['refused', []]);
    assert.match(only?.says ?? '', says);
    assert.deepEqual(await readInstalled(rulesDir), { packs: [], entries: [], problems: [] });
    assert.equal(existsSync(join(rulesDir, '.adopted')), false);
  };
  const installed = async () => (await readInstalled(rulesDir)).packs.map(({ manifest }) => manifest);

  it('is recognised under any file names, tested and installed, and applies from the day in its files', async () => {
    lay(en16931());
    const [only] = await adopt();
    assert.match(
      only?.says ?? '',
      /^en16931 1\.3\.17 is adopted, entry \S+\. It judges invoices that are issued on 2026-11-02 \(its files say so\) or later\.$/,
    );
    const [manifest, ...more] = await installed();
    assert.deepEqual(
      [manifest?.id, manifest?.version, manifest?.origin, manifest?.valid_from, more],
      ['en16931', '1.3.17', 'official', '2026-11-02', []],
    );
    assert.deepEqual(
      manifest?.entries.map(({ path, layer, syntaxes }) => [path, layer, ...syntaxes]),
      [
        ['ubl/rules for ubl.sch', 'en16931', 'ubl-invoice', 'ubl-creditnote'],
        ['cii/other.sch', 'en16931', 'cii'],
      ],
    );
  });

  it('is recognised in an archive', async () => {
    release = join(folder.path, 'release.zip');
    writeFileSync(release, await zipOf(en16931()));
    assert.deepEqual((await adopt()).map(({ outcome }) => outcome), ['adopted']); // prettier-ignore
  });

  it('is compiled from stylesheets, too', async () => {
    lay(compiled(en16931()));
    assert.match((await adopt())[0]?.says ?? '', /^en16931 1\.3\.17 is adopted, .*2026-11-02/);
    const [manifest] = await installed();
    assert.deepEqual(
      manifest?.entries.map(({ path, refused, programs }) => [path, refused, ...programs.map(({ engine }) => engine)]), // prettier-ignore
      [
        ['ubl/rules for ubl.xslt', null, 'compiled'],
        ['cii/other.xslt', null, 'compiled'],
      ],
    );
    // Its rules are explained, and it is up to date after that.
    lines.length = 0;
    await adopt({ id: 'en16931' });
    assert.ok(lines.includes('en16931 1.3.17 (official): up to date'));
  });

  it('is taken as Schematron from a folder with both forms, if they state the same rules', async () => {
    lay({ ...en16931(), ...compiled(en16931()) });
    await adopt();
    const paths = (await installed())[0]?.entries.map(({ path }) => path);
    assert.deepEqual(paths, ['ubl/rules for ubl.sch', 'cii/other.sch']);
  });

  it('is refused if its forms state other rules, or other versions', async () => {
    const other = compiled(en16931('1.3.17', { ubl: ['BR-06', 'BR-99'] }));
    lay({ ...en16931(), 'x.xslt': other['ubl/rules for ubl.xslt'] ?? '' });
    await isRefused(/ubl\/rules for ubl\.sch and x\.xslt could each be/);
    lay({ 'x.xslt': compiled(en16931('1.3.18'))['ubl/rules for ubl.xslt'] ?? '' });
    await isRefused(/files are of several releases \(1\.3\.17, 1\.3\.18\)/);
  });

  it('is refused with the line of a stylesheet that is not understood', async () => {
    const files = Object.entries(compiled(en16931())).map(([path, text]) => [path, text.replace('<xsl:param', '<xsl:key name="k" match="*" use="."/><xsl:param')] as const); // prettier-ignore
    lay(Object.fromEntries(files));
    const outcomes = await adopt();
    assert.deepEqual(
      outcomes.map(({ outcome, says }) => [outcome, says]).toSorted(),
      files.map(([path]) => ['refused', `${path}:1: element xsl:key is not understood in "k". Rules are taken whole or not at all.`]).toSorted(), // prettier-ignore
    );
    assert.equal(existsSync(join(rulesDir, '.adopted')), false);
    for (const { says } of await adopt({ id: 'xrechnung' }))
      assert.match(says, /^No other file is of xrechnung\. .*xsl:key is not understood/);
  });

  it('is found by its version among others', async () => {
    const older = Object.entries(compiled(en16931('1.3.18', { day: '2027-05-03' })));
    lay({
      ...compiled(en16931()),
      ...Object.fromEntries(older.map(([path, text]) => [`next/${path}`, text])),
    });
    await isRefused(/could each be .* or its --version/);
    assert.match((await adopt({ version: '1.3.18' }))[0]?.says ?? '', /^en16931 1\.3\.18 is adopted/);
  });

  const packed: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    'release-1.3.17-py3-none-any.whl': () => zipOf(compiled(en16931())),
    'release-1.3.17.jar': () => zipOf(compiled(en16931())),
    'release-1.3.17.tgz': () => tgzOf(Object.entries(compiled(en16931())).map(([path, content]) => ({ name: `package/${path}`, content }))), // prettier-ignore
    'no-ending': () => tgzOf(Object.entries(en16931()).map(([name, content]) => ({ name, content }))),
  };
  for (const [name, pack] of Object.entries(packed))
    it(`is recognised in ${name}`, async () => {
      release = join(folder.path, name);
      writeFileSync(release, await pack());
      assert.deepEqual((await adopt()).map(({ outcome }) => outcome), ['adopted']); // prettier-ignore
    });

  it('is built again by a later version of the service that does not list it', async () => {
    lay(en16931());
    await adopt();
    const [name = ''] = await packFolders(rulesDir);
    writeFileSync(join(rulesDir, name, 'manifest.json'), '{}');
    const listed = (await adoptedPacks(rulesDir, () => {})).map(({ pack }) => pack);
    const [source, ...more] = keptOfficialPacks(rulesDir, await packFolders(rulesDir), listed);
    assert.ok(source);
    assert.deepEqual(more, []);
    await bringPack(rulesDir, source, { engines: ['compiled'], report: () => {} });
    assert.deepEqual((await installed()).map(({ version }) => version), ['1.3.17']); // prettier-ignore
  });

  it('is built again as adopted if it is listed later with more files, and as listed if with the same files', async () => {
    lay(en16931());
    await adopt();
    const [entry] = await adoptedPacks(rulesDir, () => {});
    assert.ok(entry);
    const { pack } = entry;
    const listed = { ...pack, title: 'as it is listed' };
    const more = {
      ...listed,
      files: [...pack.files, { path: 'readme.xsd', sha256: sha256('more'), from: undefined }],
    };
    const madeOf = async (...packs: readonly PackDescription[]) =>
      keptOfficialPacks(rulesDir, await packFolders(rulesDir), packs).map((source) => source.pack.title);
    assert.deepEqual(await madeOf(more, pack), [pack.title]);
    assert.deepEqual(await madeOf(listed, pack), ['as it is listed']);
  });

  it('may be adopted again, with another day', async () => {
    lay(en16931());
    await adopt();
    await adopt({ id: 'en16931', validFrom: '2026-12-01' });
    assert.deepEqual((await installed()).map(({ valid_from: day }) => day), ['2026-12-01']); // prettier-ignore
  });

  it('is followed by the next one, which is also recognised', async () => {
    lay(en16931());
    await adopt();
    lay(en16931('1.3.18', { day: '2027-05-03' }));
    await adopt();
    assert.deepEqual(
      (await installed()).map(({ version, entries }) => [version, ...entries.map(({ layer }) => layer)]),
      [
        ['1.3.17', 'en16931', 'en16931'],
        ['1.3.18', 'en16931', 'en16931'],
      ],
    );
    assert.deepEqual(readdirSync(join(rulesDir, '.adopted')), ['en16931-1.3.17.json', 'en16931-1.3.18.json']);
  });

  it('is installed only after confirmation if its verdict on our documents differs', async () => {
    lay(en16931('1.3.17', { ubl: ['BR-06', 'BR-99'] }));
    await isRefused(/otherwise than the release before. Nothing was installed.*--accept/);
    assert.match(lines.join('\n'), /for the first time: BR-99\n {2}no longer: BR-61, BR-CL-14/);
    assert.deepEqual((await adopt({ accept: true })).map(({ outcome }) => outcome), ['adopted']); // prettier-ignore
    const [entry] = await adoptedPacks(rulesDir, () => {});
    assert.deepEqual(entry?.pack.entries[0]?.selfTest?.fires, ['BR-06', 'BR-99']);
  });

  it('is never installed if it reports nothing on them', async () => {
    lay(en16931('1.3.17', { ubl: [] }));
    await isRefused(/finds nothing wrong with schematron\/self-tests\/ubl-invoice.xml/, { accept: true });
  });

  it('is refused with file and line if it cannot be compiled', async () => {
    const files = en16931();
    lay({ ...files, 'cii/other.sch': (files['cii/other.sch'] ?? '').replace('true()', '(') });
    await isRefused(/^cii\/other\.sch:/);
  });

  it('is refused if a part is missing, with the address of its publisher', async () => {
    const { 'cii/other.sch': _, ...ubl } = en16931();
    lay(ubl);
    await isRefused(/a part of the release is not there: .*CII.*github\.com\/ConnectingEurope/);
  });

  it('is refused if its files are of two versions', async () => {
    lay(en16931('1.3.17', { ofCii: '1.3.18' }));
    await isRefused(/files are of several releases \(1\.3\.17, 1\.3\.18\)/);
  });

  it('is refused if it exists in two variants, until one is named', async () => {
    const files = en16931();
    lay({ ...files, 'b/x.sch': (files['cii/other.sch'] ?? '').replace('kept', 'Kept') });
    await isRefused(/b\/x\.sch and cii\/other\.sch could each be/);
  });

  it('is refused if it has the version of the listed one and other content', async () => {
    lay(en16931('1.3.16'));
    await isRefused(/state the version of .*, which is known with other files/);
  });

  it('is edited if it has the version of a known one, other content and a name of its own', async () => {
    lay(en16931('1.3.16'));
    const own = { version: '1.3.16-own', validFrom: '2026-11-03' };
    const [only] = await adopt(own);
    assert.match(only?.says ?? '', /^en16931 1\.3\.16-own is adopted as edited, entry/);
    const [edited] = await installed();
    assert.deepEqual([edited?.origin, edited?.title.endsWith(' (edited)')], ['edited', true]);
    const [entry] = await adoptedPacks(rulesDir, assert.fail);
    assert.equal(entry?.pack.origin, 'edited');
    const [kept] = keptOfficialPacks(rulesDir, await packFolders(rulesDir), [entry!.pack]);
    assert.equal(kept?.pack.origin, 'edited');
    // A release after it is the publisher's again.
    lay(en16931());
    await adopt();
    const origins = (await installed()).map(({ version, origin, title }) => [
      version,
      origin,
      / \(edited\)$/.test(title),
    ]);
    assert.deepEqual(origins, [
      ['1.3.16-own', 'edited', true],
      ['1.3.17', 'official', false],
    ]);
  });

  it('is official if its publisher corrected it under the same version', async () => {
    lay(en16931('1.3.16'));
    await adopt({ version: '1.3.16-2', validFrom: '2026-11-03', published: true });
    assert.equal((await installed())[0]?.origin, 'official');
  });

  it('needs a word if own rules in the built-in pack stop running, and they are named afterwards', async () => {
    const [path, layer] = ['own.sch', 'en16931'] as const;
    const texts = { id: 'en16931', version: '1.3.16', title: 't', source: 's', licence: 'l' };
    const entry = { path, role: 'schematron', entry: true, layer, syntax: ['cii'], customization: ['*'] };
    const pack = readDescription({ ...texts, files: [entry] }, 'built-in', 'pack.json');
    const asserts = ['BR-01', 'ACME-1'].map((id) => assertion(id, 'true()')).join('');
    const sch = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="/*">${asserts}</rule></pattern></schema>`;
    const files = () => new Map([[path, new TextEncoder().encode(sch)]]);
    await bringPack(rulesDir, { pack, files }, { engines: ['compiled'], report: () => {} });
    lay(en16931());
    const own = /own rules of en16931 1\.3\.16 \(built-in\) do not run: ACME-1/;
    const [refused] = await adopt();
    assert.equal(refused?.outcome, 'refused');
    assert.match(refused?.says ?? '', own);
    assert.deepEqual(overruledIn((await readInstalled(rulesDir)).entries), []);
    assert.equal((await adopt({ withoutOwnRules: true }))[0]?.outcome, 'adopted');
    const { entries } = await readInstalled(rulesDir);
    assert.match(overruledIn(entries).join(), own);
    const { layers } = planFor(
      {
        bytes: new Uint8Array(),
        syntax: 'cii',
        customization: null,
        route: 'PEPPOL',
        issueDate: '2026-11-10',
      },
      entries,
      { environment: 'sandbox', ruleEngine: 'compiled', xsdEngine: 'own' },
      new Date('2026-11-10'),
    );
    assert.deepEqual(
      layers.flatMap(({ entry: judging }) => judging?.ownRulesNotRun ?? []),
      ['ACME-1'],
    );
  });

  it('is skipped if it is older than the installed one, until it is named', async () => {
    lay(en16931('1.3.9', { day: '2023-05-02' }));
    assert.deepEqual((await adopt()).map(({ outcome }) => outcome), ['passed over']); // prettier-ignore
    const [only] = await adopt({ id: 'en16931' });
    assert.match(only?.says ?? '', /or later, until en16931 1\.3\.16 begins on 2026-04-10\.$/);
  });

  it('never replaces a newer one', async () => {
    lay(en16931('1.3.9'));
    await isRefused(/would judge instead of en16931 1\.3\.16.*from 2026-04-10 on/, { id: 'en16931' });
  });

  it('needs a day if its files state none, and has its own BT-24 values', async () => {
    lay(xrechnung('3.1'));
    await isRefused(
      /xrechnung 3\.1\.0-sch-2\.9\.0: its files do not say from which day.*: ids packs adopt \S+\/release xrechnung --valid-from YYYY-MM-DD$/,
    );
    await isRefused(/--valid-from YYYY-MM-DD --accept --rules trial$/, {
      words: ['--accept', '--rules trial'],
    });
    await adopt({ validFrom: '2027-02-01' });
    const [manifest] = await installed();
    assert.ok(
      manifest?.entries.every(({ customizations }) =>
        customizations.every((id) => /xrechnung_3\.1/.test(id)),
      ),
    );
    assert.ok(
      manifest?.severity_overrides.every(({ customization }) => /xrechnung_3\.1/.test(customization)),
    );
  });

  for (const [whose, nameOf] of Object.entries(FACTURX_NAMES))
    it(`of Factur-X is recognised with ${whose}, and applies from the day in its files`, () => {
      const head = 'Factur-X release metadata\n Version: 1.10.0\n Effective date: 2027-02-01\n';
      const files = Object.entries(facturx(nameOf, head)).map(
        ([path, text]) => [path, Buffer.from(text)] as const,
      );
      const [only, ...more] = releasesIn(new Map(files), listedPacks(), { report: assert.fail });
      assert.ok(only && !(only instanceof ReleaseRefused));
      const { pack, validFrom } = describeRelease(only, 'release', {}, false);
      assert.deepEqual(
        [pack.id, pack.version, validFrom, more],
        ['facturx', '1.10.0', { day: '2027-02-01', from: 'files' }, []],
      );
      assert.deepEqual(
        pack.entries.map(({ kind }) => kind),
        Array.from({ length: 5 }, () => ['xsd', 'schematron']).flat(),
      );
    });

  it('that corrects another one under its day is refused with the command that states its own', async () => {
    const { version = '', validFrom } =
      listedPacks().findLast(({ pack }) => pack.id === 'facturx')?.pack ?? {};
    lay(facturx(FACTURX_NAMES['short names'], `\n Version: ${version}\n Effective date: ${validFrom}\n`));
    const renamed = { id: 'facturx', version: `${version}-2`, published: true };
    await isRefused(
      new RegExp(
        `its files still say ${validFrom}, .*: ids packs adopt \\S+ facturx --version ${version}-2 --valid-from YYYY-MM-DD$`,
      ),
      renamed,
    );
  });

  const DATED: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    '2027-03-04': () =>
      frCtc(
        (name) => `Schematron 2027-02-01_${name}_V1.5.0 - last update 2027 02 01 - Last fix02 2027 03 04 `,
      ),
    '2027-02-01': () => frCtc((name) => `Schematron 2027-02-01_${name}_V1.5.0 - last update 2027 02 01`),
    '2027-01-15': () =>
      Object.fromEntries(
        Object.entries(xrechnung('3.1')).map(([path, text]) => [path, text.replace('<title>', '<!--<dct:created>2027-01-15T08:00:00Z</dct:created>--><title>')]), // prettier-ignore
      ),
  };
  for (const [day, files] of Object.entries(DATED))
    it(`applies from ${day}, the day of its files, if they state no other, and the way to another day is said`, async () => {
      lay(files());
      const [only] = await adopt({ accept: true });
      assert.match(
        only?.says ?? '',
        new RegExp(`on ${day} \\(the day of its files; .*--valid-from\\) or later\\.$`),
      );
    });

  it('has the version in the names of its files if they do not state it inside', async () => {
    const unnamed = Object.entries(frCtc(() => '')).map(([path, text]) => [path.replace('.sch', '_V1.5.0.sch'), text] as const); // prettier-ignore
    lay(Object.fromEntries(unnamed));
    assert.match(
      (await adopt({ accept: true, validFrom: '2027-02-01' }))[0]?.says ?? '',
      /^fr-ctc 1\.5\.0 is adopted/,
    );
  });

  it('names a new rule without an id by its text', async () => {
    lay(en16931('1.3.17', { ubl: ['BR-06', 'a rule without id'] }));
    await isRefused(/with --accept it is adopted/);
    assert.match(
      lines.join('\n'),
      /\n {2}a rule without id, EI-RULE in reports: \[a rule without id\] broken/,
    );
  });

  it('is looked for where rules are: a place without a file of rules is refused', async () => {
    lay({ 'readme.txt': 'unpack me' });
    await assert.rejects(
      adopt(),
      /release: no rules \(\.sch, \.xsl, \.xslt\) and no schema \(\.xsd\) in it\. Name the /,
    );
  });

  it('is refused with the reason if this version cannot write its form', async () => {
    lay({
      'fa.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://crd.gov.pl/wzor/2029/01/01/1/">
<xs:element name="Faktura"/></xs:schema>`,
    });
    await isRefused(/another form than FA\(3\) .* and FA_RR\(1\)/);
  });

  it('is not found in a folder of other files', async () => {
    lay({ 'a.sch': '<a', 'b.sch': '<b/>', 'c.xsd': '<c/>' });
    assert.deepEqual(await adopt(), []);
    assert.ok(lines.some((line) => /^Passed over, .*: a\.sch:1: not well-formed/.test(line)));
  });

  it('is removed with its entry; if there are several versions, one has to be named', async () => {
    lay(en16931());
    await adopt();
    lay(en16931('1.3.18', { day: '2027-05-03' }));
    await adopt();
    await assert.rejects(
      removePack(rulesDir, 'en16931'),
      (error) =>
        error instanceof VersionUnclear && /1\.3\.17 \(official\), 1\.3\.18 \(official\)/.test(error.message),
    );
    await assert.rejects(
      removePack(rulesDir, 'en16931', '1.3.9'),
      /en16931 1\.3\.9 is not installed\. Installed are 1\.3\.17/,
    );
    await removePack(rulesDir, 'en16931', '1.3.17');
    await removePack(rulesDir, 'en16931');
    assert.deepEqual(await installed(), []);
    assert.deepEqual(readdirSync(join(rulesDir, '.adopted')), []);
  });

  it('reports a damaged entry of another one, and skips it', async () => {
    lay(en16931());
    mkdirSync(join(rulesDir, '.adopted'), { recursive: true });
    writeFileSync(join(rulesDir, '.adopted/x-1.json'), '{');
    await adopt();
    assert.ok(lines.some((line) => /x-1\.json is passed over: x-1\.json: not JSON/.test(line)));
    assert.deepEqual((await installed()).map(({ id }) => id), ['en16931']); // prettier-ignore
  });

  it('has a mark for each listed rule pack and each of its entries', () => {
    const listed = listedPacks().filter(({ pack }) => RELEASE_MARKS.some((mark) => mark.pack === pack.id));
    for (const { pack } of listed)
      assert.deepEqual(
        RELEASE_MARKS.find((mark) => mark.pack === pack.id)?.entries.map(({ path }) => path),
        pack.entries.map(({ path }) => path),
      );
    assert.equal(new Set(listed.map(({ pack }) => pack.id)).size, RELEASE_MARKS.length);
  });
});

describeByReference('the published releases', () => {
  it('are recognised by the content of their files, each as its listed entry', async function () {
    const folder = emptyFolder();
    const options = { accept: false, engines: [], report: () => {} };
    const outcomes = await adoptFrom(join(REFERENCE_DATA, 'official'), folder.path, options);
    folder.remove();
    const isListed = ({ outcome, says }: Adoption) =>
      outcome === 'passed over' && /^(\S+ \S+) is listed with this service already/.exec(says)?.[1];
    const there = new Set(officialPacksIn(join(REFERENCE_DATA, 'official')).map(({ pack }) => pack.version));
    const listed = listedPacks().filter(({ pack }) => there.has(pack.version) && RELEASE_MARKS.some((mark) => mark.pack === pack.id)); // prettier-ignore
    assert.deepEqual(outcomes.map(isListed).toSorted(), listed.map(({ pack }) => `${pack.id} ${pack.version}`).toSorted()); // prettier-ignore
  });
});
