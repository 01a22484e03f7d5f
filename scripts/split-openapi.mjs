// `node scripts/split-openapi.mjs` makes `openapi/*.yaml` of openapi.yaml, for a bundle that was edited by hand or merged: a part for each
// tag, one for the canonical invoice, and `api.yaml` for what several use.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inOrder, partOf, textOf } from './openapi-parts.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const whole = partOf(readFileSync(path('openapi.yaml'), 'utf8'));
const ofPath = Object.fromEntries(
  whole.paths.map((one) => [one.name, /tags: \[(\w+)/.exec(one.text)[1].toLowerCase()]),
);
/** Of an anchor that another part uses, that part gets the text. */
function withoutAliases(text, tag) {
  const copied = text.replaceAll(/^( *)(\w+): \*([\w-]+)\n/gm, (line, indent, name, anchor) => {
    const source = whole.paths.find((one) => one.text.includes(`&${anchor}\n`));
    if (!source || ofPath[source.name] === tag) return line;
    const begin = `${indent}${name}: &${anchor}\n`;
    const lines = source.text.slice(source.text.indexOf(begin) + begin.length).split('\n');
    const end = lines.findIndex((each) => each !== '' && !each.startsWith(`${indent} `));
    return [`${indent}${name}:`, ...lines.slice(0, end), ''].join('\n');
  });
  return copied.replaceAll(/ &([\w-]+)\n/g, (line, anchor) =>
    whole.paths.some((one) => ofPath[one.name] === tag && one.text.includes(`*${anchor}\n`)) ? line : '\n',
  );
}

const paths = whole.paths.map((one) => ({ ...one, text: withoutAliases(one.text, ofPath[one.name]) }));
const components = new Map(
  whole.components.flatMap(({ name: group, members }) => members.map((one) => [`${group}/${one.name}`, one])),
);

const usedBy = (text) =>
  [...text.matchAll(/#\/components\/([\w/.-]+)/g)]
    .map(([, name]) => name)
    .filter((name) => components.has(name));

function reachedFrom(texts, without) {
  const reached = new Set(texts.flatMap(usedBy));
  for (const name of reached)
    if (name !== without) for (const next of usedBy(components.get(name).text)) reached.add(next);
  return reached;
}

const INVOICE = 'canonical-invoice';
const ofInvoice = new Set([
  'schemas/CanonicalInvoice',
  ...reachedFrom([components.get('schemas/CanonicalInvoice').text]),
]);
const tags = [...new Set(Object.values(ofPath))];
const users = new Map(
  tags.map((tag) => [
    tag,
    reachedFrom(paths.filter(({ name }) => ofPath[name] === tag).map(({ text }) => text)),
  ]),
);
const others = [...components].filter(([name]) => !ofInvoice.has(name)).map(([, { text }]) => text);
const usedOutside = reachedFrom([...paths.map(({ text }) => text), ...others], 'schemas/CanonicalInvoice');

function homeOf(name) {
  if (/^(securitySchemes|headers|parameters|responses)\//.test(name)) return 'api';
  if (ofInvoice.has(name) && (name === 'schemas/CanonicalInvoice' || !usedOutside.has(name))) return INVOICE;
  // An alias is beside its anchor.
  if (/[&*]document\b/.test(components.get(name).text)) return INVOICE;
  const of = tags.filter((tag) => users.get(tag).has(name));
  return of.length === 1 ? of[0] : 'api';
}

rmSync(path('openapi'), { recursive: true, force: true });
mkdirSync(path('openapi'));
const groups = whole.components.map(({ name }) => name);
for (const part of inOrder(['api', INVOICE, ...tags], whole.head)) {
  const text = textOf([
    {
      head: part === 'api' ? whole.head : '',
      paths: paths.filter(({ name }) => ofPath[name] === part),
      components: groups
        .map((name) => ({
          name,
          members: whole.components
            .find((each) => each.name === name)
            .members.filter((one) => homeOf(`${name}/${one.name}`) === part),
        }))
        .filter(({ members }) => members.length > 0),
    },
  ]);
  writeFileSync(path(`openapi/${part}.yaml`), text);
}
