import { type PackAt, packNamed } from 'en16931-rules/packs/diff/two-packs.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';

/** The parts that a test changes between versions; every rule matches the root. */
export interface RulesOf {
  readonly asserts: string;
  readonly limit?: string;
  readonly schema?: string;
  readonly customization?: readonly string[];
  readonly layer?: string;
  readonly validFrom?: string;
}

export const assertion = (id: string, test: string, { flag = 'fatal', words = 'broken' } = {}): string =>
  `<assert id="${id}" flag="${flag}" test="${test}">${words}</assert>`;
const rules = ({ asserts, limit = '1' }: RulesOf): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><let name="limit" value="${limit}"/>
<pattern><rule context="/*">${asserts}</rule></pattern></schema>`;
const schema = (type = 'xs:string'): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="${type}"/>
<xs:simpleType name="t"><xs:annotation><xs:documentation>of ${type}</xs:documentation></xs:annotation><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>`;

/** A pack `tried` with a rule file for UBL invoices and a schema for CII. */
export async function anInstalledPack(
  rulesDir: string,
  version: string,
  own: RulesOf,
  origin: 'official' | 'built-in' = 'official',
): Promise<PackAt> {
  const files = { 'a.sch': rules(own), 'a.xsd': schema(own.schema) };
  const { customization = ['*'], layer = 'en16931', validFrom } = own;
  const entries = [
    { path: 'a.sch', role: 'schematron', layer, syntax: ['ubl-invoice'], customization },
    { path: 'a.xsd', role: 'xsd', layer: 'xsd', syntax: ['cii'], customization },
  ].map((entry) => ({ ...entry, entry: true, sha256: sha256(files[entry.path as keyof typeof files]) }));
  const texts = {
    ...{ id: 'tried', version, title: 't', source: 's', licence: 'l' },
    ...(validFrom !== undefined && { valid_from: validFrom }),
  };
  const pack = readDescription({ ...texts, files: entries }, origin, 'pack.json');
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
  await bringPack(rulesDir, { pack, files: () => contents }, { engines: ['compiled'], report: () => {} });
  return packNamed(rulesDir, `tried-${version}.${origin}`);
}
