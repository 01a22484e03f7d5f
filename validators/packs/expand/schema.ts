import { parse } from 'yaml';

/**
 * A schema restated as tables (`schematron/cii-d16b`): namespaces by prefix, and in each the types by name. The head of those files
 * explains the notation.
 */
interface SchemaTables {
  /** The one root element of a document; its type has its name. */
  readonly root: string;
  readonly namespaces: Readonly<Record<string, string>>;
  /** Elements in order. */
  readonly groups: ByPrefix;
  /** One of the elements. */
  readonly choices: ByPrefix;
  /** A text and its attributes. */
  readonly values: ByPrefix;
  /** Values inside an element, so that no document can name their type. */
  readonly nameless: Words;
  readonly codes: Readonly<Record<string, CodeTable>>;
  /** XSD's type → its attributes. */
  readonly attributes: Words;
}
type Words = Readonly<Record<string, string>>;
type ByPrefix = Readonly<Record<string, Words>>;
interface CodeTable {
  /** A file may name any list and agency. */
  readonly open?: boolean;
  readonly rows: readonly CodeRow[];
}
type CodeRow = readonly [type: string, list: string, agency: string, more: string];

/** Writes XML Schema, one file `<prefix>.xsd` for each namespace, from tables that extend each other. */
export function schemaFiles(texts: readonly string[]): ReadonlyMap<string, string> {
  const tables = join(texts.map((text) => parse(text) as Partial<SchemaTables>));
  const prefixes = typePlaces(tables);
  return new Map(
    Object.keys(tables.namespaces).map((prefix) => [`${prefix}.xsd`, schemaOf(prefix, tables, prefixes)]),
  );
}

/** Type → prefix of its namespace. */
type PrefixOfType = ReadonlyMap<string, string>;

function typePlaces({ groups, choices, values, codes }: SchemaTables): PrefixOfType {
  const prefixes = new Map<string, string>();
  const put = (prefix: string, names: readonly string[]): void => {
    for (const name of names) {
      if (prefixes.has(name)) throw new Error(`two types ${name}`);
      prefixes.set(name, prefix);
    }
  };
  for (const part of [groups, choices, values])
    for (const [prefix, types] of Object.entries(part)) put(prefix, Object.keys(types));
  for (const [prefix, { rows }] of Object.entries(codes))
    put(
      prefix,
      rows.map(([type]) => type),
    );
  return prefixes;
}

function schemaOf(prefix: string, tables: SchemaTables, prefixes: PrefixOfType): string {
  const { root, namespaces, groups, choices, values, codes } = tables;
  const types = [
    ...Object.entries(groups[prefix] ?? {}).map(([name, words]) => complex(name, list('sequence', words))),
    ...Object.entries(choices[prefix] ?? {}).map(([name, words]) => complex(name, list('choice', words))),
    ...Object.entries(values[prefix] ?? {}).map(([name, words]) => complex(name, value(words, tables))),
    ...codeTypes(codes[prefix]).map(([name, words]) => complex(name, value(words, tables))),
  ];
  const body = types.join('\n');
  const others = Object.entries(namespaces).filter(([other]) => other !== prefix);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespaces[prefix]}" elementFormDefault="qualified"`,
    `  ${Object.entries(namespaces)
      .map(([other, uri]) => `xmlns:${other}="${uri}"`)
      .join('\n  ')}>`,
    ...others
      .filter(([other]) => body.includes(`type="${other}:`))
      .map(([other, uri]) => `  <xs:import namespace="${uri}" schemaLocation="${other}.xsd"/>`),
    ...(prefixes.get(root) === prefix ? [`  <xs:element name="${root}" type="${prefix}:${root}Type"/>`] : []),
    body,
    '</xs:schema>',
    '',
  ].join('\n');

  function list(kind: 'sequence' | 'choice', words: string): string {
    const elements = split(words).map((word) => `      ${element(word, tables, prefixes)}`);
    return [`    <xs:${kind}>`, ...elements, `    </xs:${kind}>`].join('\n');
  }
}

const complex = (name: string, content: string): string =>
  `  <xs:complexType name="${name}Type">\n${content}\n  </xs:complexType>`;

const TIMES: Readonly<Record<string, string>> = {
  '': '',
  '?': ' minOccurs="0"',
  '*': ' minOccurs="0" maxOccurs="unbounded"',
  '+': ' maxOccurs="unbounded"',
};

function element(word: string, tables: SchemaTables, prefixes: PrefixOfType): string {
  const [, name, times = '', stated] = /^(\w+?)([?*+]?)(?::(\w+))?$/.exec(word) ?? [];
  if (!name) throw new Error(`${word} is no element`);
  const type = stated ?? typeNamedBy(name, prefixes);
  const nameless = tables.nameless[type];
  const opening = `<xs:element name="${name}"${TIMES[times]}`;
  if (nameless) return `${opening}><xs:complexType>${value(nameless, tables)}</xs:complexType></xs:element>`;
  return `${opening} type="${reference(type, prefixes)}"/>`;
}

/** Types in lower case are those of XML Schema itself. */
function reference(type: string, prefixes: PrefixOfType): string {
  if (/^[a-z]/.test(type)) return `xs:${type}`;
  const prefix = prefixes.get(type);
  if (!prefix) throw new Error(`no type ${type}`);
  return `${prefix}:${type}Type`;
}

/** The longest type that the element's name ends in. */
function typeNamedBy(element: string, prefixes: PrefixOfType): string {
  const fitting = [...prefixes.keys()].filter((type) => element.endsWith(type));
  return fitting.reduce((longest, type) => (type.length > longest.length ? type : longest), '') || 'Text';
}

const codeTypes = ({ open, rows }: CodeTable = { rows: [] }): readonly (readonly [string, string])[] =>
  rows.map(([name, list, agency, more]) => [
    name,
    open
      ? `token listID listAgencyID listVersionID ${more}`
      : `token listID='${list}' listAgencyID='${agency}' listVersionID ${more}`,
  ]);

const ATTRIBUTE = /(\w+)(?:\((\d+)\.\.(\d+)\))?(?:='([^']*)')?/g;

/** `decimal unitCode(1..3) format='x'`: the content of the element, and its attributes with their length or only value. */
function value(words: string, { attributes }: SchemaTables): string {
  const [base = '', ...rest] = split(words);
  const written = [...rest.join(' ').matchAll(ATTRIBUTE)].map(([, name = '', min, max, only]) => {
    const type = `xs:${attributeType(name, attributes)}`;
    if (min !== undefined) return `<xs:attribute name="${name}">${size(type, min, max)}</xs:attribute>`;
    return `<xs:attribute name="${name}" type="${type}"${only === undefined ? '' : ` fixed="${only}"`}/>`;
  });
  return `<xs:simpleContent><xs:extension base="xs:${base}">${written.join('')}</xs:extension></xs:simpleContent>`;
}

const size = (type: string, min: string, max = min): string =>
  `<xs:simpleType><xs:restriction base="${type}"><xs:minLength value="${min}"/><xs:maxLength value="${max}"/></xs:restriction></xs:simpleType>`;

function attributeType(name: string, attributes: Words): string {
  const [type] = Object.entries(attributes).find(([, names]) => split(names).includes(name)) ?? [];
  if (!type) throw new Error(`no type for the attribute ${name}`);
  return type;
}

/** Later tables add types to the namespaces of earlier ones. */
function join(tables: readonly Partial<SchemaTables>[]): SchemaTables {
  const all = tables.reduce<Tree>((left, right) => merge(left, right as Tree), {});
  const needed = ['root', 'namespaces', 'groups', 'choices', 'values', 'nameless', 'codes', 'attributes'];
  const missing = needed.filter((name) => !(name in all));
  if (missing.length > 0) throw new Error(`a schema needs ${missing.join(', ')}`);
  return all as unknown as SchemaTables;
}
type Tree = { readonly [name: string]: unknown };

const merge = (left: Tree, right: Tree): Tree => ({
  ...left,
  ...Object.fromEntries(
    Object.entries(right).map(([name, value]) => {
      const there = left[name];
      return [name, isTree(there) && isTree(value) ? merge(there, value) : value];
    }),
  ),
});
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const split = (words: string): readonly string[] => words.trim().split(/\s+/);
