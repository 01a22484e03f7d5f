import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../support/folder.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';
import { jsonOf, runIds } from './run-ids.ts';

const env = { RULES_DIR: PREPARED_PACKS };

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

describe('ids convert', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  it('prints a file as data, and tells what is lost', async () => {
    const ran = await runIds(['convert', example('xrechnung-ubl.xml'), '--to', 'canonical']);
    assert.equal(ran.code, 0);
    assert.equal(jsonOf<{ invoice: { number: string } }>(ran).invoice.number, 'RE-2026-0301');
    assert.match(
      ran.err,
      /^lost {5}BT-24 \/Invoice\/cbc:CustomizationID = urn:\S+ \(no place in this form\)$/m,
    );
  });

  it('writes a submission as a file, and says what differs', async () => {
    const file = join(folder.path, 'cii.xml');
    assert.equal(
      (await runIds(['convert', example('plain.json'), '--to', 'xrechnung-cii', '--out', file], env)).code,
      0,
    );
    assert.match(readFileSync(file, 'utf8'), /<rsm:CrossIndustryInvoice /);
    const ran = await runIds(['convert', file, '--to', 'ubl'], env);
    assert.equal(ran.code, 0, ran.err);
    assert.match(ran.out, /<Invoice /);
    assert.match(ran.err, /^differs {2}BT-24 \S+: urn:\S+ in the file, urn:cen\.eu:en16931:2017 here$/m);
  });

  it('prints the answer of the API', async () => {
    const ran = await runIds(['convert', example('xrechnung-ubl.xml'), '--to', 'view', '--json']);
    const { file, losses } = jsonOf<{ file: { media_type: string }; losses: unknown[] }>(ran);
    assert.deepEqual([file.media_type, losses], ['application/pdf', []]);
  });

  it('writes what breaks the rules of its form, and says which', async () => {
    const words = ['convert', example('over-fr-pa.json'), '--to', 'xrechnung-ubl'];
    const ran = await runIds(words, env);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /^<\?xml [\s\S]*<\/Invoice>\s*$/);
    assert.match(ran.err, /error {4}BR-DE-15 .*BT-10\n {2,}The buyer reference \(BT-10\) is missing/);
    assert.match(ran.err, /^It breaks rules of xrechnung-ubl: it would be refused\.$/m);
    const { valid, findings } = jsonOf<{ valid: boolean; findings: { code: string }[] }>(
      await runIds([...words, '--json'], env),
    );
    assert.equal(valid, false);
    assert.ok(findings.some(({ code }) => code === 'BR-DE-15'));
  });

  it('writes what it cannot check, and says so', async () => {
    const words = ['convert', example('plain.json'), '--to', 'ubl', '--rules', folder.path];
    const ran = await runIds(words, env);
    assert.deepEqual([ran.code, ran.out.includes('<Invoice ')], [2, true]);
    assert.match(ran.err, /holds no rule pack/);
    const { valid } = jsonOf<{ valid?: boolean }>(await runIds([...words, '--json'], env));
    assert.equal(valid, undefined);
  });

  for (const [it_, words, code, err] of [
    ['what the form cannot state', [example('plain.json'), '--to', 'fa3'], 1, /is not converted to fa3/],
    ['a PDF without a name', [example('plain.json'), '--to', 'facturx'], 2, /name its file with --out/],
    ['a file that is not there', ['no.xml', '--to', 'ubl'], 2, /no\.xml cannot be read/],
    ['a form that there is not', [example('plain.json'), '--to', 'docx'], 2, /Allowed choices/],
  ] as const)
    it(`refuses ${it_}`, async () => {
      const ran = await runIds(['convert', ...words]);
      assert.equal(ran.code, code, ran.err);
      assert.match(ran.err, err);
    });

  it('refuses a file that is no invoice', async () => {
    const file = join(folder.path, 'wrong.xml');
    writeFileSync(file, '<a/>');
    const { code, out } = await runIds(['convert', file, '--to', 'ubl']);
    assert.equal(code, 1);
    assert.match(out, /EI-XML-TYPE/);
  });
});
