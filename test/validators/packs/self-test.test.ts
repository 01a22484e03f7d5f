import assert from 'node:assert/strict';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import type { Engine } from 'en16931-rules/packs/manifest.ts';
import { emptyFolder } from '../../support/folder.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const RULES = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="u" uri="${UBL}"/>
  <pattern><rule context="u:Invoice">
    <assert id="A-1" test="false()">always</assert>
    <assert id="A-2" test="true()">never</assert>
    <assert test="count(*) = 0">nameless</assert>
  </rule></pattern></schema>`;
const schema = (content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${UBL}"><xs:element name="Invoice">${content}</xs:element></xs:schema>`;
const anyOf = (processing: string, namespace = '##any'): string =>
  `<xs:complexType><xs:sequence><xs:any namespace="${namespace}" processContents="${processing}" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
const COMPONENTS = 'urn:oasis:names:specification:ubl:schema:xsd:Common';

describe('a pack and its self-test', () => {
  const { path: rulesDir, remove } = emptyFolder();
  after(remove);

  const bring = (path: string, text: string, fires?: readonly string[], engine: Engine = 'compiled') => {
    const test = { document: 'ubl-invoice.xml', ...(fires && { fires }) };
    const role = path.endsWith('.sch') ? 'schematron' : 'xsd';
    const file = { path, role, entry: true, syntax: ['ubl-invoice'], customization: ['*'], self_test: test };
    const texts = { id: 'tried', version: '1', title: 't', source: 's', licence: 'l', layer: 'peppol' };
    const pack = readDescription({ ...texts, files: [file] }, 'official', 'pack.json');
    const files = new Map([[path, new TextEncoder().encode(text)]]);
    return bringPack(rulesDir, { pack, files: () => files }, { engines: [engine], report: () => {} });
  };
  const refused = async (brought: Promise<unknown>, says: RegExp): Promise<void> => {
    await assert.rejects(brought, { name: 'PackRefused', message: says });
    assert.deepEqual((await readInstalled(rulesDir)).packs, []);
  };

  for (const engine of ['compiled', 'saxon'] as const)
    for (const [what, fires] of [
      ['too little', ['A-1', 'a rule without id', 'A-2']],
      ['too much', ['A-1']],
    ] as const)
      it(`is not installed if its rules report ${what} on ${engine}`, () =>
        refused(
          bring('a.sch', RULES, fires, engine),
          /^a\.sch:1: does not pass its self-test: on ubl-invoice\.xml (compiled|saxon) reports A-1, a rule without id; expected is A-1/,
        ));

  it('is not installed if its rules end with an error', () =>
    refused(
      bring('a.sch', RULES.replace('false()', 'xs:decimal(name()) = 1'), ['A-1']),
      /does not pass its self-test: .* reports nothing \(/,
    ));

  it('is not installed if its schema refuses a valid document', () =>
    refused(bring('a.xsd', schema(anyOf('strict'))), /^a\.xsd:1: does not pass its self-test: refuses ubl-/));

  it('is not installed if its schema accepts an invalid document', () =>
    refused(
      bring('a.xsd', schema(anyOf('skip'))),
      /does not pass its self-test: accepts ubl-invoice\.xml with an element that no schema has/,
    ));

  it('is installed with its compiled schema if that and libxml2 decide as expected', async () => {
    const others = `${COMPONENTS}BasicComponents-2 ${COMPONENTS}AggregateComponents-2`;
    await bring('a.xsd', schema(anyOf('skip', others)));
    const { entries } = await readInstalled(rulesDir);
    assert.deepEqual(
      entries.map(({ engines, refused }) => [engines, refused]),
      [[['compiled'], null]],
    );
  });

  it('is installed if it reports the expected ids', async () => {
    await bring('a.sch', RULES, ['a rule without id', 'A-1']);
    assert.equal((await readInstalled(rulesDir)).packs.length, 1);
  });
});
