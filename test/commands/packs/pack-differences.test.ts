import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  comparePacks,
  type DiffOrder,
  printDifferences,
} from '../../../src/commands/packs/pack-differences.ts';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { anInstalledPack, assertion } from '../../support/installed-pack.ts';
import { anIntake } from '../../support/records.ts';
import { runIds } from '../run-ids.ts';

const XRECHNUNG = readFileSync(
  join(projectFolder(), 'schematron/self-tests/ubl-invoice.xml'),
  'utf8',
).replace(/(<cbc:CustomizationID>)[^<]*/, `$1${BT24.xrechnung}`);

describe('ids packs diff', () => {
  let folder: ReturnType<typeof emptyFolder>;
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => folder.remove());

  /** Two versions of a pack for XRechnung; the second refuses everything. */
  const printed = async (order: Partial<DiffOrder>, layer = 'xrechnung'): Promise<readonly string[]> => {
    const rulesDir = join(folder.path, 'rules');
    const own = { layer, customization: [layer === 'peppol' ? BT24.peppol : BT24.xrechnung] };
    await anInstalledPack(rulesDir, '1', { ...own, asserts: assertion('A', 'true()') });
    await anInstalledPack(rulesDir, '2', { ...own, asserts: assertion('A', 'false()') });
    const lines: string[] = [];
    const found = await comparePacks({ rulesDir, before: 'tried-1', after: 'tried-2', ...order });
    printDifferences(found, (line) => lines.push(line));
    return lines;
  };
  const xml = (name: string, text: string): void => {
    mkdirSync(join(folder.path, 'documents'), { recursive: true });
    writeFileSync(join(folder.path, 'documents', name), text);
  };
  /** A store with an invoice that was sent over `DE-XRECHNUNG`. */
  async function stored(): Promise<{ id: string; stored: NonNullable<DiffOrder['stored']> }> {
    const key = randomBytes(32);
    const sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    const stores = sqliteStores(sqlite);
    const content = new SealedContent(stores.sealed, await sealerOf(stores.sealed, { current: key }), new NodeDigests()); // prettier-ignore
    const file = await content.seal('acme', Buffer.from(XRECHNUNG));
    const document = { kind: 'xrechnung-ubl', sha256: file.sha256, size: XRECHNUNG.length };
    const intake = anIntake({ createdAt: new Date(), documents: [document] });
    await stores.invoices.takeIn({ ...intake, files: [file] });
    sqlite.close();
    const settings = readSettings({
      STORE_URL: `sqlite:${join(folder.path, 'ids.db')}`,
      MASTER_KEY: key.toString('base64'),
    });
    return { id: intake.record.id, stored: { days: 7, settings } };
  }

  it('says that a pack was named twice: it cannot differ from itself', async () => {
    assert.deepEqual(await printed({ after: 'tried-1.official' }), [
      'tried 1 (official) was named twice, and a pack does not differ from itself. `ids packs list` names the others.',
    ]);
  });

  it('prints the rules that differ, and the documents of a folder with another verdict', async () => {
    xml('a.xml', XRECHNUNG);
    xml('b.xml', XRECHNUNG.replace(BT24.xrechnung, BT24.peppol));
    xml('c.xml', '<other/>');
    const documents = join(folder.path, 'documents');
    assert.deepEqual(await printed({ documents }), [
      'tried 1 (official) → tried 2 (official)',
      'xrechnung for ubl-invoice (a.sch):',
      '  1 changed: A (test)',
      'xsd for cii (a.xsd):',
      '  nothing differs',
      `${documents}: 3 documents, judged by these packs: 1`,
      '  were valid and are invalid: 1',
      '    a.xml now A',
      '  are judged as before: 0',
      'A, test:',
      '  old: assert true()',
      '  new: assert false()',
    ]);
  });

  it('prints changed severities with their ids, and both texts of a rule', async () => {
    const rulesDir = join(folder.path, 'rules');
    const [flag, words] = ['warning', 'is broken'];
    const [one, two] = [assertion('A', 'true()', { flag }), assertion('A', 'true()', { words })];
    await anInstalledPack(rulesDir, '1', { asserts: one + assertion('B', 'true()') });
    await anInstalledPack(rulesDir, '2', { asserts: two + assertion('B', 'true()').repeat(2) });
    const lines: string[] = [];
    printDifferences(await comparePacks({ rulesDir, before: 'tried-1', after: 'tried-2' }), (line) => lines.push(line)); // prettier-ignore
    assert.equal(lines[2], '  1 changed in severity: A (warning → fatal)');
    assert.equal(lines[3], '  2 changed: A (severity, words), B (context, test, words)');
    const at = lines.indexOf('A, words:');
    assert.deepEqual(lines.slice(at, at + 3), ['A, words:', '  old: broken', '  new: is broken']);
  });

  it('says that a pack written here differs from its publisher’s in form, and prints no texts', async () => {
    const rulesDir = join(folder.path, 'rules');
    await anInstalledPack(rulesDir, '1', { asserts: assertion('A', 'true()') }, 'built-in');
    await anInstalledPack(rulesDir, '1', { asserts: assertion('A', '1 = 1') });
    const lines: string[] = [];
    const order = { rulesDir, before: 'tried-1.built-in', after: 'tried-1.official' };
    printDifferences(await comparePacks(order), (line) => lines.push(line));
    assert.match(
      lines[1] ?? '',
      /^One of them is written here: .*--documents and --stored say which verdicts change/,
    );
    assert.deepEqual(lines.slice(2, 4), ['en16931 for ubl-invoice (a.sch):', '  1 changed: A (test)']);
    assert.equal(lines[4], 'xsd for cii (a.xsd):');
  });

  it('shows a long test around what differs', async () => {
    const rulesDir = join(folder.path, 'rules');
    const long = Array.from({ length: 100 }, () => 'true()').join(' and ');
    await anInstalledPack(rulesDir, '1', { asserts: assertion('A', `${long} and 1 = 1 and ${long}`) });
    await anInstalledPack(rulesDir, '2', { asserts: assertion('A', `${long} and 2 = 2 and ${long}`) });
    const lines: string[] = [];
    printDifferences(await comparePacks({ rulesDir, before: 'tried-1', after: 'tried-2' }), (line) => lines.push(line)); // prettier-ignore
    assert.match(lines.at(-2) ?? '', /^ {2}old: … .{35,40} and 1 = 1 and .* …$/);
    assert.match(lines.at(-1) ?? '', /^ {2}new: … .{35,40} and 2 = 2 and .* …$/);
    assert.ok(lines.every((line) => line.length < 260));
  });

  it('says which pack has no rules for a document', async () => {
    const rulesDir = join(folder.path, 'rules');
    const customization = [BT24.xrechnung];
    await anInstalledPack(rulesDir, '1', { customization: [BT24.peppol], asserts: assertion('A', 'true()') });
    await anInstalledPack(rulesDir, '2', { customization, asserts: assertion('A', 'false()') });
    xml('a.xml', XRECHNUNG);
    const lines: string[] = [];
    const order = {
      rulesDir,
      before: 'tried-1',
      after: 'tried-2',
      documents: join(folder.path, 'documents'),
    };
    printDifferences(await comparePacks(order), (line) => lines.push(line));
    assert.deepEqual(lines.slice(-3, -1), [
      '  are judged by tried 2 (official) only: tried 1 (official) has no rules for their BT-24 (`ids packs list` shows the layers of each): 1',
      '    a.xml now A',
    ]);
  });

  it('checks stored invoices with the packs of their route, and names them by their ids', async () => {
    const { id, ...order } = await stored();
    assert.deepEqual((await printed(order)).slice(-7, -3), [
      'invoices of the last 7 days: 1 document, judged by these packs: 1',
      '  were valid and are invalid: 1',
      `    ${id} now A`,
      '  are judged as before: 0',
    ]);
  });

  it('leaves out stored invoices whose route does not use the packs', async () => {
    const { id: _, ...order } = await stored();
    assert.deepEqual((await printed(order, 'peppol')).slice(-5, -3), [
      'invoices of the last 7 days: 1 document, judged by these packs: 0',
      '  are judged as before: 0',
    ]);
  });

  it('reports that a path is not a folder of documents', async () => {
    await assert.rejects(printed({ documents: join(folder.path, 'none') }), /none: not a folder$/);
  });
});

describe('ids packs next', () => {
  it('names the packs that come into force, what judges until then, and the commands to look at them', async () => {
    const folder = emptyFolder();
    const next = (...words: readonly string[]) => runIds(['packs', 'next', '--rules', folder.path, ...words]);
    const asserts = assertion('A', 'true()');
    await anInstalledPack(folder.path, '1', { asserts });
    assert.equal((await next()).out, 'No installed pack comes into force after today.\n');
    await anInstalledPack(folder.path, '2', { asserts, validFrom: '2999-01-01' });
    const { out } = await next();
    const [row = '', ...commands] = out.trimEnd().split('\n');
    assert.match(
      row,
      /^tried-2\.official {2}from 2999-01-01, \d+ days from now, in en16931, xsd, instead of tried-1\.official$/,
    );
    assert.deepEqual(commands, [
      `    ids packs diff tried-1.official tried-2.official --stored 90 --rules ${folder.path}`,
      `    ids check FILE --on 2999-01-01 --rules ${folder.path}`,
    ]);
    assert.deepEqual(JSON.parse((await next('--json')).out), [
      {
        name: 'tried-2.official',
        day: '2999-01-01',
        instead: 'tried-1.official',
        layers: ['en16931', 'xsd'],
      },
    ]);
    folder.remove();
  });
});
