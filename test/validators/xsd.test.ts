import { english, withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { MAX_XSD_FINDINGS, type XsdRun } from 'en16931-rules/xsd/findings.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const MAIN = `<xs:schema ${XS} targetNamespace="urn:a" xmlns:a="urn:a" xmlns:t="urn:t" elementFormDefault="qualified">
  <xs:import namespace="urn:t" schemaLocation="../types/t.xsd"/>
  <xs:element name="bill"><xs:complexType><xs:sequence>
    <xs:element name="amount" type="t:amount" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element></xs:schema>`;
const TYPES = `<xs:schema ${XS} targetNamespace="urn:t"><xs:simpleType name="amount"><xs:restriction base="xs:decimal"/></xs:simpleType></xs:schema>`;

const ANY = `<xs:schema ${XS}><xs:element name="a"/></xs:schema>`;
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const compile = (main = MAIN, catalog: Record<string, string> = {}): XsdSchema =>
  XsdSchema.compile({
    entry: 'main/a.xsd',
    files: new Map([
      ['main/a.xsd', utf8(main)],
      ['types/t.xsd', utf8(TYPES)],
    ]),
    catalog,
  });

const bill = (content: string): Uint8Array => utf8(`<bill xmlns="urn:a">${content}</bill>`);
const codes = (run: XsdRun): string[] => {
  assert.equal(run.kind, 'verdict');
  return run.kind === 'verdict' ? run.findings.map(({ code }) => code) : [];
};

describe('a schema', () => {
  let schema: XsdSchema;
  before(() => (schema = compile()));
  after(() => schema.dispose());

  it('finds nothing in a valid document, whose types come from another file of the set', () => {
    assert.deepEqual(withEnglish(schema.check(bill('<amount>1.5</amount>'))), {
      kind: 'verdict',
      findings: [],
    });
  });

  it('reports the error as a sentence, with line and path', () => {
    const run = schema.check(bill('\n<amount>1</amount>\n<amount>one</amount>'));
    const [first] = run.kind === 'verdict' ? run.findings : [];
    assert.equal(first?.code, 'EI-XSD');
    assert.equal(first?.severity, 'error');
    assert.equal(
      english(first?.message),
      'amount holds "one"; it must be a number with a decimal point, for example 1234.56.',
    );
    assert.deepEqual(first?.location, { xpath: '/bill/amount[2]', line: 3 });
  });

  it('refuses a DOCTYPE, also if the rest is valid', () => {
    assert.deepEqual(
      codes(
        schema.check(
          utf8('<!DOCTYPE bill [<!ENTITY e "1">]><bill xmlns="urn:a"><amount>&e;</amount></bill>'),
        ),
      ),
      ['EI-XML-DTD'],
    );
  });

  it('refuses a malformed and an empty document', () => {
    assert.ok(
      codes(schema.check(utf8('<bill xmlns="urn:a"><amount>'))).every((code) => code === 'EI-XML-SYNTAX'),
    );
    assert.notDeepEqual(codes(schema.check(utf8('<bill xmlns="urn:a"><amount>'))), []);
    assert.notDeepEqual(codes(schema.check(new Uint8Array())), []);
  });

  it('names the line beyond 65,535', () => {
    const run = schema.check(bill('<amount>1</amount>\n'.repeat(70_000) + '<amount>x</amount>'));
    assert.equal(run.kind === 'verdict' && run.findings[0]?.location?.line, 70_001);
  });

  it('lists at most a hundred findings, and counts the others', () => {
    const run = schema.check(bill('<amount>x</amount>'.repeat(500)));
    const findings = run.kind === 'verdict' ? run.findings : [];
    assert.deepEqual(
      [findings.length, findings.at(-1)?.truncated],
      [MAX_XSD_FINDINGS, 500 - MAX_XSD_FINDINGS],
    );
  });

  it('reports a check that did not run if memory is short, never a malformed document', () => {
    const program = `import { XsdSchema } from 'en16931-rules/xsd.ts';
      const utf8 = (text) => new TextEncoder().encode(text);
      const files = new Map([['a.xsd', utf8(${JSON.stringify(ANY)})]]);
      const schema = XsdSchema.compile({ entry: 'a.xsd', files, catalog: {} });
      for (const times of [1, 400_000]) console.log(schema.check(utf8('<a>' + '<b>x</b>'.repeat(times) + '</a>')).kind);`;
    // Of 64 KB each.
    const args = ['--wasm-max-mem-pages=512', '--import=tsx', '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
    assert.deepEqual(output.trim().split('\n'), ['verdict', 'escape']);
  });

  it('keeps no document: memory does not grow with their number', () => {
    const document = bill('<amount>1</amount>'.repeat(2_000));
    for (let i = 0; i < 50; i++) schema.check(document);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 1_000; i++) schema.check(document);
    assert.ok(process.memoryUsage().rss - before < 50e6, 'leaked');
  });

  it('resolves an address from its catalog only, never from the disk or the network', () => {
    const address = 'http://example.invalid/t.xsd';
    const remote = MAIN.replace('../types/t.xsd', address);
    compile(remote, { [address]: 'types/t.xsd' }).dispose();
    assert.throws(() => compile(remote));
    assert.throws(() =>
      compile(MAIN.replace('../types/t.xsd', import.meta.url.replace('xsd.test.ts', 't.xsd'))),
    );
  });

  it('reports a check that did not run after it is disposed, never a valid document', () => {
    const gone = compile();
    gone.dispose();
    assert.equal(gone.check(bill('<amount>1</amount>')).kind, 'escape');
  });
});
