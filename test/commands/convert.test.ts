import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../support/folder.ts';
import { jsonOf, runIds } from './run-ids.ts';

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
      (await runIds(['convert', example('plain.json'), '--to', 'xrechnung-cii', '--out', file])).code,
      0,
    );
    assert.match(readFileSync(file, 'utf8'), /<rsm:CrossIndustryInvoice /);
    const ran = await runIds(['convert', file, '--to', 'ubl']);
    assert.match(ran.out, /<Invoice /);
    assert.match(ran.err, /^differs {2}BT-24 \S+: urn:\S+ in the file, urn:cen\.eu:en16931:2017 here$/m);
  });

  it('prints the answer of the API', async () => {
    const ran = await runIds(['convert', example('xrechnung-ubl.xml'), '--to', 'view', '--json']);
    const { file, losses } = jsonOf<{ file: { media_type: string }; losses: unknown[] }>(ran);
    assert.deepEqual([file.media_type, losses], ['application/pdf', []]);
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
