import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesOf, packNamed, pairsOf } from 'en16931-rules/packs/diff/two-packs.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { type DocumentToCompare, TwoJudges } from 'en16931-rules/pool/judge-both.ts';
import { emptyFolder } from '../../../support/folder.ts';
import { type RulesOf, anInstalledPack, assertion } from '../../../support/installed-pack.ts';

const changedType = (was: string, is: string) => ({
  ...{ id: 'element a', in: ['declaration'] },
  was: { declaration: `<element name="a" type="${was}"></>` },
  is: { declaration: `<element name="a" type="${is}"></>` },
});

const UBL_INVOICE = readFileSync(join(projectFolder(), 'schematron/self-tests/ubl-invoice.xml'));

describe('the difference of two packs', () => {
  let folder: ReturnType<typeof emptyFolder>;
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => folder.remove());

  const installed = (version: string, own: RulesOf, origin?: 'official' | 'built-in') =>
    anInstalledPack(folder.path, version, own, origin);
  const rulesOfBoth = async (before: RulesOf, after: RulesOf) => {
    const [one, other] = [await installed('1', before), await installed('2', after)];
    const pairs = pairsOf(one, other);
    return Promise.all(pairs.map((pair) => differencesOf(one, other, pair)));
  };
  const bothJudge = async (before: RulesOf, after: RulesOf, document: Partial<DocumentToCompare> = {}) => {
    const packs = { before: await installed('1', before), after: await installed('2', after) };
    const judges = new TwoJudges(packs, pairsOf(packs.before, packs.after));
    return judges.judge({ name: 'invoice', bytes: UBL_INVOICE, ...document });
  };

  it('names added, removed and changed rules, and the changed parts', async () => {
    const [found] = await rulesOfBoth(
      {
        asserts: [
          assertion('SAME', 'true()'),
          assertion('GONE', 'true()'),
          assertion('TEST', 'true()'),
          assertion('FLAG', 'true()', { flag: 'warning' }),
          assertion('WORDS', 'true()'),
          assertion('NAMED', 'true()', { words: 'is broken' }),
        ].join(''),
      },
      {
        asserts: [
          assertion('WORDS', 'true()', { words: 'is   broken' }),
          assertion('SAME', ' true() '),
          assertion('NEW', 'true()'),
          assertion('TEST', 'false()'),
          assertion('FLAG', 'true()'),
          assertion('NAMED', 'true()', { words: '[NAMED]-is broken' }),
        ].join('\n'),
        limit: '2',
      },
    );
    assert.deepEqual(found, {
      added: ['NEW'],
      removed: ['GONE'],
      changed: [
        { id: 'WORDS', in: ['words'], was: { words: 'broken' }, is: { words: 'is broken' } },
        { id: 'TEST', in: ['test'], was: { test: 'assert true()' }, is: { test: 'assert false()' } },
        { id: 'FLAG', in: ['severity'], was: { severity: 'warning' }, is: { severity: 'fatal' } },
      ],
      shared: ['variable limit'],
    });
  });

  it('distinguishes several rules of one id from one', async () => {
    const [found] = await rulesOfBoth(
      { asserts: assertion('A', 'true()') },
      { asserts: assertion('A', 'true()') + assertion('A', 'false()') },
    );
    assert.deepEqual(
      found?.changed.map((rule) => rule.in),
      [['context', 'test', 'words']],
    );
  });

  it('names changed declarations of a schema, without their documentation', async () => {
    const [, found] = await rulesOfBoth({ asserts: '<let name="b" value="1"/>' }, { asserts: '<let name="b" value="1"/>', schema: 'xs:date' }); // prettier-ignore
    assert.deepEqual(found, {
      added: [],
      removed: [],
      changed: [changedType('xs:string', 'xs:date')],
      shared: [],
    });
  });

  for (const [what, before, after, expected] of [
    [
      'valid before and invalid now',
      'true()',
      'false()',
      { was: 'valid', is: 'invalid', added: ['A'], gone: [] },
    ],
    [
      'invalid before and valid now',
      'false()',
      'true()',
      { was: 'invalid', is: 'valid', added: [], gone: ['A'] },
    ],
    ['as before', 'false()', 'false()', { was: 'invalid', is: 'invalid', added: [], gone: [] }],
  ] as const)
    it(`reports that an invoice is ${what}`, async () => {
      const judged = await bothJudge({ asserts: assertion('A', before) }, { asserts: assertion('A', after) });
      assert.deepEqual(judged, [{ name: 'invoice', ...expected }]);
    });

  it('reports that a pack for other BT-24 values no longer checks an invoice', async () => {
    const one = 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic';
    const bytes = Buffer.from(
      UBL_INVOICE.toString('utf8').replace(/(<cbc:CustomizationID>)[^<]*/, `$1${one}`),
    );
    assert.match(bytes.toString('utf8'), /CustomizationID>urn/);
    const asserts = assertion('A', 'true()');
    const judged = await bothJudge({ asserts, customization: [one] }, { asserts, customization: [one.replace('1p0', '2p0')] }, { bytes }); // prettier-ignore
    assert.deepEqual(judged, [{ name: 'invoice', was: 'valid', is: 'none', added: [], gone: [] }]);
  });

  it('leaves out files that are not invoices, and those without an entry', async () => {
    const own = { asserts: assertion('A', 'true()') };
    assert.deepEqual(await bothJudge(own, own, { bytes: Buffer.from('<order/>') }), []);
    assert.deepEqual(await bothJudge(own, own, { isFor: () => false }), []);
  });

  it("finds packs by name, its publisher's first, or by folder, and otherwise lists the existing ones", async () => {
    await installed('1', { asserts: assertion('A', 'true()') }, 'built-in');
    const { pack } = await installed('1', { asserts: assertion('A', 'false()') });
    assert.equal((await packNamed(folder.path, 'tried-1')).pack.manifest.origin, 'official');
    assert.equal((await packNamed('elsewhere', join(folder.path, pack.folder))).pack.folder, pack.folder);
    await assert.rejects(
      packNamed(folder.path, 'tried'),
      /installed are tried-1\.built-in, tried-1\.official$/,
    );
    await assert.rejects(packNamed(folder.path, 'tried-1.0'), /no pack of/);
  });
});
