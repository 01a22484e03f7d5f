// The tables of `schematron/syntaxes/` for the console, with the order of the schemas. The console has them in its scripts: what a person
// types in an editor is known to no call, and what is missing has no place but the one where it belongs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { codeOf } from './bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Editions that build on another table have its places. */
const SYNTAXES = ['ubl', 'cii'];

/** @returns by syntax its table, without what is for rules alone. */
export async function syntaxTables() {
  const { syntaxTable, TERMS } = await codeOf(
    'src/domain/invoice/terms.ts',
    'validators/vocabulary/syntax-table.ts',
  );
  const contents = { ubl: contentsOfUbl(), cii: contentsOfCii() };
  return Object.fromEntries(
    SYNTAXES.map((syntax) => {
      const { namespaces, documents, types, elements } = syntaxTable(yaml(`syntaxes/${syntax}.yaml`));
      const roots = documents.map(({ root, syntax: of }) => [root, of]);
      const rows = elements.map(rowOf);
      const kinds = kindsOf([...termsIn(rows)], TERMS);
      const contentsInUse = contentsBelow(roots, rows, contents[syntax]);
      return [syntax, { namespaces, roots, types, kinds, rows, ...contentsInUse }];
    }),
  );
}

const read = (path) => readFileSync(`${ROOT}schematron/${path}`, 'utf8');
const yaml = (path) => parse(read(path), { merge: true });

const FOR_RULES = new Set(['group', 'name', 'anywhere', 'unnamed', 'always', 'most']);

/** Without members that say nothing. */
function rowOf(row) {
  const said = Object.entries(row).filter(
    ([name, value]) =>
      !FOR_RULES.has(name) && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  const { attributes, elements, codes, ...members } = Object.fromEntries(said);
  return {
    ...members,
    ...(codes && { isCoded: true }),
    ...(attributes && { attributes: attributes.map(({ name, term, says }) => ({ name, term, says })) }),
    ...(elements && { elements: elements.map(rowOf) }),
  };
}

function* termsIn(rows) {
  for (const { term, attributes = [], elements = [] } of rows) {
    yield* [term, ...attributes.map((each) => each.term)].filter((each) => each !== undefined);
    yield* termsIn(elements);
  }
}

/** A text is written as it is. */
const kindsOf = (terms, known) =>
  Object.fromEntries(
    terms.flatMap((term) => {
      const { kind } = known[term];
      return ['text', 'identifier', 'code'].includes(kind) ? [] : [[term, kind]];
    }),
  );

/**
 * The content of groups in the notation of the schemas, by type: `ID? Note*`. `typeOf` names the type of an element.
 * @returns only what stands below the roots and rows of the table.
 */
function contentsBelow(roots, rows, { groups, typeOf }) {
  const types = new Map();
  const add = (names, elements = []) => {
    for (const name of names) {
      const local = name.replace(/^.*:/, '');
      const type = typeOf(local);
      if (groups[type] !== undefined) types.set(local, type);
    }
    for (const { names: inner, elements: innermost } of elements) add(inner, innermost);
  };
  add(roots.map(([root]) => root));
  for (const { names, elements } of rows) add(names, elements);
  return {
    typeNames: Object.fromEntries([...types].filter(([name, type]) => name !== type)),
    contents: Object.fromEntries([...new Set(types.values())].map((type) => [type, groups[type]])),
  };
}

const localNames = (content) =>
  content
    .trim()
    .replace(/[\w]+:(?=\w)/g, '')
    .replace(/\s+/g, ' ');

function contentsOfUbl() {
  const { elements, groups } = yaml('ubl-2.1/parts.yaml').cac;
  const types = new Map(
    Object.entries(elements).flatMap(([type, names]) =>
      names.split(/\s+/).map((name) => [name, type === '*' ? name : type.replace(/Type$/, '')]),
    ),
  );
  const documents = ['Invoice', 'CreditNote'].map((root) => [
    root,
    contentOfXsd(read(`ubl-2.1/UBL-${root}.xsd`)),
  ]);
  const contents = Object.entries(groups).map(([type, content]) => [
    type.replace(/Type$/, ''),
    localNames(content),
  ]);
  return {
    groups: Object.fromEntries([...contents, ...documents]),
    typeOf: (name) => types.get(name) ?? name,
  };
}

/** The elements of a document in the same notation. */
const contentOfXsd = (schema) =>
  [...schema.matchAll(/<xs:element ref="\w+:(\w+)"([^>]*)\/>/g)]
    .map(([, name, occurs]) => {
      const [isOptional, isRepeated] = ['minOccurs="0"', 'maxOccurs="unbounded"'].map((each) =>
        occurs.includes(each),
      );
      return name + (isRepeated ? (isOptional ? '*' : '+') : isOptional ? '?' : '');
    })
    .join(' ');

/** In the order of the later edition, which has all of the earlier one; what either requires is required. */
function contentsOfCii() {
  const groupsIn = (files) =>
    Object.assign({}, ...files.flatMap((file) => Object.values(yaml(file).groups ?? {})));
  const earlier = groupsIn(['cii-d16b/invoice.yaml', 'cii-d16b/parts.yaml', 'cii-d16b/values.yaml']);
  const later = { ...earlier, ...groupsIn(['cii-d22b/changes.yaml']) };
  const groups = Object.fromEntries(
    Object.entries(later)
      .filter(([, content]) => typeof content === 'string')
      .map(([type, content]) => [type, joined(withoutTypes(content), withoutTypes(earlier[type] ?? ''))]),
  );
  const names = Object.keys(groups).toSorted((one, other) => other.length - one.length);
  return { groups, typeOf: (name) => names.find((type) => name.endsWith(type)) ?? name };
}

/** `Value?:Text` as `Value?`. */
const withoutTypes = (content) => content.trim().replace(/:\w+/g, '').replace(/\s+/g, ' ');

function joined(later, earlier) {
  const required = new Set(earlier.split(' ').filter((each) => /\w$/.test(each)));
  return later
    .split(' ')
    .map((each) => (each.endsWith('?') && required.has(each.slice(0, -1)) ? each.slice(0, -1) : each))
    .join(' ');
}
