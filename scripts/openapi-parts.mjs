// openapi.yaml is its parts, `openapi/*.yaml`, one after the other: the members of `paths` and of each group of `components` are put
// together as they are written, so comments, quotes and order stay (ADR 47).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What a description begins with. It names the order of the other parts: that of its tags, then by name. */
const FIRST = 'api';

/** The text of openapi.yaml, made of its parts. */
export function bundleParts() {
  const names = readdirSync(path('openapi')).map((file) => file.replace(/\.yaml$/, ''));
  const parts = Object.fromEntries(
    names.map((name) => [name, partOf(readFileSync(path(`openapi/${name}.yaml`), 'utf8'))]),
  );
  return textOf(inOrder(names, parts[FIRST].head).map((name) => parts[name]));
}

export function inOrder(names, head) {
  const tags = [...head.matchAll(/^ {2}- name: (.*)$/gm)].map(([, tag]) => tag.toLowerCase());
  const place = (name) => (name === FIRST ? -1 : tags.includes(name) ? tags.indexOf(name) : tags.length);
  return names.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
}

/** The text before `paths`, the members of `paths`, and by group those of `components`; each member is its name and its lines. */
export function partOf(text) {
  const at = text.search(/^(paths|components):$/m);
  const [head, rest] = [text.slice(0, at), text.slice(at)];
  const sections = rest.split(/^(?=paths:$|components:$)/m);
  const section = (name) =>
    sections.find((each) => each.startsWith(`${name}:\n`))?.slice(name.length + 2) ?? '';
  return {
    head,
    paths: membersAt(2, section('paths')),
    components: membersAt(2, section('components')).map(({ name, text: group }) => ({
      name,
      members: membersAt(4, group.slice(group.indexOf('\n') + 1)),
    })),
  };
}

/** Blank lines and comments belong to what follows them. */
function membersAt(indent, text) {
  const begin = new RegExp(`^((?: *(?:#.*)?\\n)*) {${indent}}([^\\s#][^\\n]*?):(?= |$)`, 'gm');
  const beginnings = [...text.matchAll(begin)].filter(([, , name]) => name !== undefined);
  return beginnings.map((match, n) => ({
    name: match[2].replaceAll("'", ''),
    text: text.slice(match.index, beginnings[n + 1]?.index ?? text.length),
  }));
}

/** One description of several. */
export function textOf(parts) {
  const groups = [...new Set(parts.flatMap(({ components }) => components.map(({ name }) => name)))];
  const members = (group) =>
    parts.flatMap(({ components }) => components.find(({ name }) => name === group)?.members ?? []);
  const paths = parts.flatMap((part) => part.paths);
  return [
    parts.map(({ head }) => head).join(''),
    ...(paths.length > 0 ? ['paths:\n', linesOf(paths), '\n'] : []),
    ...(groups.length > 0 ? ['components:\n'] : []),
    groups.map((group) => `  ${group}:\n${linesOf(members(group))}`).join('\n'),
  ]
    .join('')
    .replace(/(?<!\n)\n+$/, '\n');
}

const linesOf = (members) =>
  members
    .map(({ text }) => text.replace(/(?<!\n)\n+$/, '\n'))
    .join('')
    .replace(/^\n+/, '');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path('openapi.yaml'), bundleParts());
