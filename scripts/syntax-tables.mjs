// The tables of `schematron/syntaxes/` for the console, with the order of the schemas. The console has them in its scripts: what a person
// types in an editor is known to no call, and what is missing has no place but the one where it belongs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { codeOf } from './bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Editions that build on another table have its places. FA(3) is written by code; its table is for people who correct a file. */
const TABLES = { ubl: 'syntaxes/ubl.yaml', cii: 'syntaxes/cii.yaml', fa3: 'fa3/fields.yaml' };

/** @returns by syntax its table, without what is for rules alone. */
export async function syntaxTables() {
  const { syntaxTable, TERMS, GROUPS } = await codeOf(
    'src/domain/invoice/terms.ts',
    'validators/vocabulary/syntax-table.ts',
  );
  const contents = { ubl: contentsOfUbl(), cii: contentsOfCii(), fa3: contentsOfFa3() };
  return Object.fromEntries(
    Object.entries(TABLES).map(([syntax, file]) => {
      const raw = yaml(file);
      const { namespaces, documents, types, elements } = syntaxTable(raw);
      const roots = documents.map(({ root, syntax: of }) => [root, of]);
      const rows = elements.map(rowOf);
      const terms = [...new Set(termsIn(rows))];
      const kinds = kindsOf(terms, { ...TERMS, ...kindsOfOwn(terms) });
      const contentsInUse = contentsBelow(roots, rows, contents[syntax]);
      const groups = groupsOf(terms, TERMS, GROUPS);
      const named = raw.rates && { rates: raw.rates };
      return [syntax, { namespaces, roots, types, kinds, rows, groups, ...contentsInUse, ...named }];
    }),
  );
}

/** A rate of FA(3) is a code, such as `np I`. */
const kindsOfOwn = (terms) =>
  Object.fromEntries([
    ...terms.filter((term) => /^P_(?:9|1[1-4])/.test(term)).map((term) => [term, { kind: 'amount' }]),
    ...(terms.includes('P_13_1') ? [['BT-152', { kind: 'code' }]] : []),
  ]);

/** Groups of a line that have no part of their own in the model: numbers of terms. A new line has what each line has. */
const LINE_GROUPS = {
  'BG-25': [126, 129, 130, 131, 146, 151, 152, 153],
  'BG-29': [146, 147, 148, 149, 150],
  'BG-30': [151, 152],
  'BG-31': [153, 154, 155, 156, 157, 158, 159],
};
/** Instructions for a payment need its account. */
const WITH = { 'BG-16': 'BG-17' };

/** By business group, its terms that the table has. A scheme goes with its term. */
function groupsOf(terms, known, groups) {
  const ofModel = Object.entries(groups).filter(([group, path]) => group.startsWith('BG-') && path !== '');
  const own = (group, path) =>
    terms.filter((term) => {
      const number = Number(/^BT-(\d+)$/.exec(term)?.[1]);
      if (LINE_GROUPS[group]) return LINE_GROUPS[group].includes(number);
      const longest = ofModel
        .filter(([, each]) => known[term]?.path.startsWith(`${each}.`))
        .toSorted(([, one], [, other]) => other.length - one.length)[0];
      return !Number.isNaN(number) && longest?.[1] === path;
    });
  const byNumber = (one, other) => Number(one.slice(3)) - Number(other.slice(3));
  return Object.fromEntries(
    ofModel.flatMap(([group, path]) => {
      const beside = WITH[group] ? own(WITH[group], groups[WITH[group]]) : [];
      const all = [...new Set([...own(group, path), ...beside])].toSorted(byNumber);
      return all.length === 0 ? [] : [[group, all]];
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
      const { kind } = known[term] ?? { kind: 'text' };
      return ['text', 'identifier', 'code'].includes(kind) ? [] : [[term, kind]];
    }),
  );

/**
 * The content of groups in the notation of the schemas, by type: `ID? Note*`. `typeOf` names the type of an element.
 * `isTypedByPlace`: the type depends on the element around it, which is named with it.
 * @returns only what stands below the roots and rows of the table.
 */
function contentsBelow(roots, rows, { groups, typeOf, isTypedByPlace = false }) {
  const types = new Map();
  const used = new Set();
  const add = (names, elements, around, aroundType) => {
    for (const local of names.map((name) => name.replace(/^.*:/, ''))) {
      const type = typeOf(local, aroundType);
      if (groups[type] === undefined) continue;
      used.add(type);
      types.set(isTypedByPlace ? `${around}/${local}` : local, type);
      for (const { names: inner, elements: innermost = [] } of elements) add(inner, innermost, local, type);
    }
  };
  for (const [root] of roots) add([root], rows, '', undefined);
  return {
    typeNames: Object.fromEntries([...types].filter(([name, type]) => name !== type)),
    contents: Object.fromEntries([...used].map((type) => [type, groups[type]])),
  };
}

const localNames = (content) =>
  content
    .trim()
    .replace(/(?<!\w)\w+:(?=\w)/g, '')
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

/** FA(3) names the type of an element where it stands: `DaneIdentyfikacyjne` of a seller is none of a buyer. */
function contentsOfFa3() {
  const { elements, groups } = yaml('fa3/invoice.yaml').fa;
  const [[rootType, root]] = Object.entries(elements);
  const written = Object.entries(groups).map(([type, content]) => [
    type,
    content.replace(/^\s*\+(\w+)/, (_all, base) => groups[base]),
  ]);
  const typesIn = Object.fromEntries(
    written.map(([type, content]) => [
      type,
      new Map(
        [...content.matchAll(/(?<!\w)(\w+)(?:\?|\{[^{}]*\})?:([#\w.]+)/g)].map(([, name, of]) => [name, of]),
      ),
    ]),
  );
  return {
    groups: Object.fromEntries(
      written.map(([type, content]) => [type, localNames(content.replace(/:[#\w.:]+(?:='[^']*')?/g, ''))]),
    ),
    isTypedByPlace: true,
    typeOf: (name, around) =>
      around === undefined ? (name === root ? rootType : name) : typesIn[around]?.get(name),
  };
}

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
