import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Element, parseXmlDocument } from 'slimdom';
import type { SchemaFiles } from 'en16931-rules/xsd/schema-files.ts';
import type { Named } from '../verdicts/compare.ts';

/** A checkout of w3c/xsdtests: 170 MB that only this proof reads, so it is in no list of judges. */
export const W3C_SUITE = process.env['XSD_TESTS'] ?? '';

/** An instance document of the suite, with the schema that it is for. */
export interface SuiteCase {
  /** The feature that it is about: a facet of the tests by NIST, a test set of the others. */
  readonly feature: string;
  readonly schema: string;
  readonly bytes: Uint8Array;
  readonly isValid: boolean;
}

/** Test sets of XML Schema 1.0. */
const SETS = /^(sunMeta|msMeta|boeingMeta|wgMeta)\//;

export function* suiteCases(): Generator<Named<SuiteCase>> {
  yield* nistCases();
  const suite = parseXmlDocument(readFileSync(join(W3C_SUITE, 'suite.xml'), 'utf8'));
  for (const reference of suite.getElementsByTagName('ts:testSetRef')) {
    const path = reference.getAttribute('xlink:href') ?? '';
    if (SETS.test(path) && existsSync(join(W3C_SUITE, path))) yield* casesOf(path);
  }
}

/** NIST names its files by what is expected: `SV-II` is a valid schema and an invalid instance. */
const NIST = /^NISTXML-SV-(II|IV)-(atomic|list|union)-(.*)-([a-zA-Z]*)-(\d*)-\d*\.xml$/;

function* nistCases(): Generator<Named<SuiteCase>> {
  const files = readdirSync(join(W3C_SUITE, 'nistData'), { recursive: true, encoding: 'utf8' });
  for (const file of files.sort()) {
    const [, expected, variety, type, facet, number] = NIST.exec(posix.basename(file)) ?? [];
    if (facet === undefined) continue;
    const schema = `NISTSchema-SV-${expected}-${variety}-${type}-${facet}-${number}.xsd`;
    const path = posix.join('nistData', dirname(file), schema);
    if (!existsSync(join(W3C_SUITE, path))) continue;
    yield {
      name: file,
      document: {
        feature: `NIST ${facet}`,
        schema: path,
        bytes: readFileSync(join(W3C_SUITE, 'nistData', file)),
        isValid: expected === 'IV',
      },
    };
  }
}

function* casesOf(path: string): Generator<Named<SuiteCase>> {
  const { documentElement: set } = parseXmlDocument(readFileSync(join(W3C_SUITE, path), 'utf8'));
  if (!set) return;
  const name = set.getAttribute('name') ?? path;
  for (const group of childrenOf(set, 'testGroup')) {
    const [schemaTest] = childrenOf(group, 'schemaTest');
    const schemas = schemaTest ? childrenOf(schemaTest, 'schemaDocument') : [];
    // Several documents make one schema by hints that a document need not have.
    if (!schemaTest || schemas.length !== 1 || !isForThisVersion(group) || validityOf(schemaTest) !== 'valid')
      continue;
    const schema = fileOf(schemas[0]!, path);
    for (const test of childrenOf(group, 'instanceTest')) {
      const validity = validityOf(test);
      const [document] = childrenOf(test, 'instanceDocument');
      if (!document || !isForThisVersion(test) || (validity !== 'valid' && validity !== 'invalid')) continue;
      yield {
        name: `${name} ${group.getAttribute('name')} ${test.getAttribute('name')}`,
        document: {
          feature: name,
          schema,
          bytes: readFileSync(join(W3C_SUITE, fileOf(document, path))),
          isValid: validity === 'valid',
        },
      };
    }
  }
}

const childrenOf = (parent: Element, name: string): readonly Element[] =>
  parent.children.filter(({ localName }) => localName === name);

const isForThisVersion = (element: Element): boolean =>
  (element.getAttribute('version') ?? '1.0').split(/\s+/).includes('1.0');

function validityOf(test: Element): string | null | undefined {
  return childrenOf(test, 'expected').find(isForThisVersion)?.getAttribute('validity');
}

const fileOf = (document: Element, path: string): string =>
  posix.join(dirname(path), document.getAttribute('xlink:href') ?? '');

/** The files of the suite, read when a schema names them. */
class SuiteFiles extends Map<string, Uint8Array> {
  override get(path: string): Uint8Array | undefined {
    const file = join(W3C_SUITE, path);
    return existsSync(file) ? readFileSync(file) : undefined;
  }
}

export const suiteSet = (entry: string): SchemaFiles => ({ entry, files: new SuiteFiles(), catalog: {} });
