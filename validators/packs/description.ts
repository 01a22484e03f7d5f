import { PACK_ORIGINS, type PackOrigin } from '../vocabulary/layer.ts';
import type { PackEntry, SeverityOverride } from '../layers/pack-in-force.ts';
import type { Severity } from '../vocabulary/finding.ts';
import { SYNTAXES, type Syntax } from '../vocabulary/syntax.ts';
import { layerIn } from './layer-in.ts';
import { Members } from './members.ts';
import { VISITS } from './manifest.ts';
import type { Visits } from '../engine/load/schema.ts';

/**
 * A rule pack before it is compiled: a `pack.json` in `schematron/<id>/`, or an item of `schematron/official-packs.json`, which has the
 * same members.
 */
export interface PackDescription {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** The publisher's address, or the source of the rules. */
  readonly source: string;
  readonly licence: string;
  readonly origin: PackOrigin;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** Of own rules: see `Manifest`. */
  readonly clients?: readonly string[];
  readonly ownSource?: string;
  readonly files: readonly FileDescription[];
  readonly entries: readonly EntryDescription[];
  readonly catalog: Readonly<Record<string, string>>;
  readonly severityOverrides: readonly SeverityOverride[];
}

export interface FileDescription {
  readonly path: string;
  /** Of the published file; files of built-in packs have none. */
  readonly sha256: string | undefined;
  /** The path in an npm package that the service depends on. */
  readonly from: { readonly package: string; readonly path: string } | undefined;
}

export interface EntryDescription extends Pick<PackEntry, 'layer' | 'beside'> {
  readonly path: string;
  /** Rules that are published as a stylesheet count as Schematron, too. */
  readonly kind: 'xsd' | 'schematron';
  readonly syntaxes: readonly Syntax[];
  readonly customizations: readonly string[];
  readonly visits: Visits;
  /** The reports that it must give on a document of ours before it is used. */
  readonly selfTest: SelfTest | undefined;
}

interface SelfTest {
  /** In `schematron/self-tests/`; it fits its schema. */
  readonly document: string;
  /** The ids that fire, sorted; empty for a schema. */
  readonly fires: readonly string[];
}

/**
 * @param origin unless the description states one: what was edited is no longer official.
 * @param where the file, for messages.
 * @throws WrongShape naming the member.
 */
export function readDescription(json: unknown, origin: PackOrigin, where: string): PackDescription {
  const pack = new Members(json, where);
  const files = pack.list('files');
  return {
    id: pack.name('id'),
    version: pack.name('version'),
    title: pack.text('title'),
    source: pack.text('source'),
    licence: pack.text('licence'),
    origin: pack.has('origin') ? pack.oneOf('origin', PACK_ORIGINS) : origin,
    validFrom: pack.date('valid_from'),
    validUntil: pack.date('valid_until'),
    ...(pack.has('clients') && { clients: pack.textList('clients') }),
    files: files.map(readFile),
    entries: files.filter((file) => file.has('entry')).map((file) => readEntry(file, pack)),
    catalog: pack.has('catalog') ? pack.members('catalog').each((members, name) => members.path(name)) : {},
    severityOverrides: pack.has('severity_overrides')
      ? pack.members('severity_overrides').list('rules').map(readOverride)
      : [],
  };
}

function readFile(file: Members): FileDescription {
  const from = file.has('from') ? file.members('from') : undefined;
  return {
    path: file.path('path'),
    sha256: file.has('sha256') ? file.sha256('sha256') : undefined,
    from: from && { package: from.path('package'), path: from.path('path') },
  };
}

/** An entry states its own documents; members that it leaves out come from the pack. */
function readEntry(file: Members, pack: Members): EntryDescription {
  const syntaxes = file.someOf('syntax', SYNTAXES);
  return {
    path: file.path('path'),
    kind: file.oneOf('role', ['xsd', 'schematron', 'xslt']) === 'xsd' ? 'xsd' : 'schematron',
    ...layerIn(file.has('layer') ? file : pack),
    syntaxes,
    customizations: file.has('customization') ? file.textList('customization') : appliesTo(pack, syntaxes),
    visits: pack.has('visits') ? pack.oneOf('visits', VISITS) : 'elements-and-attributes',
    selfTest: file.has('self_test') ? readSelfTest(file.members('self_test')) : undefined,
  };
}

const readSelfTest = (test: Members): SelfTest => ({
  document: test.path('document'),
  fires: test.has('fires') ? test.texts('fires').toSorted() : [],
});

function appliesTo(pack: Members, syntaxes: readonly Syntax[]): readonly string[] {
  const rows = pack.list('applies_to').filter((row) => syntaxes.includes(row.oneOf('syntax', SYNTAXES)));
  return [...new Set(rows.map((row) => row.text('customization')))];
}

const SEVERITY_OF_FLAG = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  information: 'information',
} as const satisfies Readonly<Record<string, Severity>>;
const FLAGS = Object.keys(SEVERITY_OF_FLAG) as (keyof typeof SEVERITY_OF_FLAG)[];

function readOverride(row: Members): SeverityOverride {
  return {
    syntax: row.oneOf('syntax', SYNTAXES),
    customization: row.text('customization'),
    severities: row.members('flags').each((flags, id) => SEVERITY_OF_FLAG[flags.oneOf(id, FLAGS)]),
  };
}
