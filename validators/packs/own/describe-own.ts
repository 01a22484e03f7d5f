import { ownLayer } from '../../layers/layer-selection.ts';
import { SYNTAXES, type Syntax } from '../../vocabulary/syntax.ts';
import { Members, WrongShape } from '../members.ts';
import { CLIENT_ID, NO_CLIENT } from '../overlays.ts';
import { editionsOf, type ReleaseFacts, type WithEditions } from '../releases.ts';

const MEMBERS = [
  'id',
  'version',
  'title',
  'source',
  'licence',
  'valid_from',
  'valid_until',
  'beside',
  'clients',
  'specifications',
  'syntaxes',
  'rules',
  'syntax',
  'terms',
  'self_test',
  'files',
];

/** What each file that is written out from rules on business terms checks. */
const WRITTEN_OUT: readonly { readonly name: string; readonly syntaxes: readonly Syntax[] }[] = [
  { name: 'ubl', syntaxes: ['ubl-invoice', 'ubl-creditnote'] },
  { name: 'cii', syntaxes: ['cii'] },
];

/**
 * The releases of an own pack in the form of `schematron/`, the first one first. Its `pack.json` names only what differs from pack to pack.
 * @throws WrongShape naming the member.
 */
export const ownEditions = (name: string, json: unknown): readonly ReleaseFacts[] =>
  editionsOf({ files: [], ...objectOf(json, name), id: name } as unknown as WithEditions).map((edition) =>
    describeOwn(name, edition),
  );

function objectOf(json: unknown, name: string): object {
  new Members(json, whereOf(name));
  return json as object;
}

const whereOf = (name: string): string => `own/${name}/pack.json`;

function describeOwn(name: string, stated: ReleaseFacts): ReleaseFacts {
  const pack = new Members(stated, whereOf(name)).only(MEMBERS);
  const specifications = pack.has('specifications') ? pack.textList('specifications') : ['*'];
  const given = pack.list('files');
  const written = pack.has('rules') ? writtenOut(pack) : [];
  if (given.length > 0 === written.length > 0)
    throw new WrongShape(
      whereOf(name),
      'names either rules on business terms (rules), or files of Schematron (files)',
    );
  refuseNever(name, pack);
  const described: ReleaseFacts & Readonly<Record<string, unknown>> = {
    id: name,
    version: pack.name('version'),
    title: pack.text('title'),
    source: pack.textOrNull('source') ?? 'own',
    licence: pack.textOrNull('licence') ?? 'own',
    valid_from: pack.date('valid_from'),
    valid_until: pack.date('valid_until'),
    layer: ownLayer(name),
    beside: pack.text('beside'),
    ...(pack.has('clients') && { clients: pack.textList('clients') }),
    catalogue: { family: pack.text('title'), routes: [] },
    files: [
      ...stated.files.map((file) => ({
        role: 'schematron',
        entry: true,
        customization: specifications,
        ...file,
      })),
      ...written.map((file) => ({ ...file, customization: specifications })),
    ],
  };
  return described;
}

/** Rules that would check no document at all would be left out silently. */
function refuseNever(name: string, pack: Members): void {
  const [first, last] = [pack.date('valid_from'), pack.date('valid_until')];
  if (first !== null && last !== null && last < first)
    throw new WrongShape(whereOf(name), `valid_until ${last} lies before valid_from ${first}`);
  const clients = pack.has('clients') ? pack.textList('clients') : [];
  const wrong = clients.find((client) => !CLIENT_ID.test(client));
  if (wrong !== undefined)
    throw new WrongShape(whereOf(name), `clients: ${JSON.stringify(wrong)} ${NO_CLIENT}`);
}

/** The files of rules on business terms, one for each syntax in which they are checked. */
function writtenOut(pack: Members): readonly ReleaseFacts['files'][number][] {
  const names = pack.has('syntaxes') ? pack.someOf('syntaxes', SYNTAXES) : SYNTAXES;
  const listIn = (member: string, name: string): readonly string[] =>
    pack.has(member) && pack.members(member).has(name) ? pack.members(member).textList(name) : [];
  const tests = pack.has('self_test') ? pack.members('self_test') : undefined;
  return WRITTEN_OUT.flatMap(({ name, syntaxes }) => {
    const syntax = syntaxes.filter((one) => names.includes(one));
    if (syntax.length === 0) return [];
    const apart = listIn('syntax', name);
    return {
      path: `${name}.sch`,
      role: 'schematron',
      entry: true,
      syntax,
      ...(tests?.has(name) && {
        self_test: {
          document: tests.members(name).text('document'),
          fires: tests.members(name).texts('fires'),
        },
      }),
      expanded_from: {
        terms: [`../syntaxes/${name}.yaml`, ...listIn('terms', name)],
        rules: pack.textList('rules'),
        ...(apart.length > 0 && { syntax: apart }),
      },
    };
  });
}
