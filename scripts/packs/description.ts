import type { PackOrigin } from '../../src/domain/findings/layer.ts';
import { LAYER_SOURCES, type PackLayer } from '../../src/domain/checks/layers/layer-selection.ts';
import type { SeverityOverride } from '../../src/domain/checks/layers/pack-in-force.ts';
import type { Severity } from '../../src/domain/findings/finding.ts';
import { SYNTAXES, type Syntax } from '../../src/domain/vocabulary/syntax.ts';
import type { Visits } from '../../validators/schematron/load/schema.ts';

/**
 * What a rule pack is, before it is compiled: a `pack.json` in `schematron/<id>/`, or an item of
 * `schematron/official-packs.json`, which has the same members.
 */
export interface PackDescription {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** Where the publisher offers it, or what its rules were written from. */
  readonly source: string;
  readonly licence: string;
  readonly origin: PackOrigin;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly files: readonly FileDescription[];
  readonly entries: readonly EntryDescription[];
  readonly catalog: Readonly<Record<string, string>>;
  readonly severityOverrides: readonly SeverityOverride[];
}

export interface FileDescription {
  readonly path: string;
  /** Of the file as published; files of built-in packs have none. */
  readonly sha256: string | undefined;
  /** Kept in an npm package that the service depends on, under that path. */
  readonly from: { readonly package: string; readonly path: string } | undefined;
}

export interface EntryDescription {
  readonly path: string;
  /** Rules published as a stylesheet count as Schematron too. */
  readonly kind: 'xsd' | 'schematron';
  readonly layer: PackLayer;
  readonly syntaxes: readonly Syntax[];
  readonly customizations: readonly string[];
  readonly visits: Visits;
}

/** @throws DescriptionWrong naming the member. */
export function readDescription(json: unknown, origin: PackOrigin): PackDescription {
  const pack = new Members(json, 'pack');
  const files = pack.list('files');
  return {
    id: pack.name('id'),
    version: pack.name('version'),
    title: pack.text('title'),
    source: pack.text('source'),
    licence: pack.text('licence'),
    origin,
    validFrom: pack.date('valid_from'),
    validUntil: pack.date('valid_until'),
    files: files.map(readFile),
    entries: files.filter((file) => file.has('entry')).map((file) => readEntry(file, pack)),
    catalog: pack.has('catalog') ? pack.members('catalog').texts() : {},
    severityOverrides: pack.has('severity_overrides')
      ? pack.members('severity_overrides').list('rules').map(readOverride)
      : [],
  };
}

function readFile(file: Members): FileDescription {
  const from = file.has('from') ? file.members('from') : undefined;
  return {
    path: file.text('path'),
    sha256: file.has('sha256') ? file.text('sha256') : undefined,
    from: from && { package: from.text('package'), path: from.text('path') },
  };
}

/** An entry says itself what it is for; what it leaves out holds for the whole pack. */
function readEntry(file: Members, pack: Members): EntryDescription {
  const syntaxes = file.oneOfMany('syntax', SYNTAXES);
  const layers = Object.keys(LAYER_SOURCES) as PackLayer[];
  return {
    path: file.text('path'),
    kind: file.oneOf('role', ['xsd', 'schematron', 'xslt']) === 'xsd' ? 'xsd' : 'schematron',
    layer: (file.has('layer') ? file : pack).oneOf('layer', layers),
    syntaxes,
    customizations: file.has('customization') ? file.textList('customization') : appliesTo(pack, syntaxes),
    visits: pack.has('visits') ? pack.oneOf('visits', VISITS) : 'elements-and-attributes',
  };
}

const VISITS: readonly Visits[] = ['elements', 'elements-and-attributes'];

function appliesTo(pack: Members, syntaxes: readonly Syntax[]): readonly string[] {
  const rows = pack.list('applies_to').filter((row) => syntaxes.includes(row.oneOf('syntax', SYNTAXES)));
  return [...new Set(rows.map((row) => row.text('customization')))];
}

const SEVERITY_OF_FLAG: Readonly<Record<string, Severity>> = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  information: 'information',
};

function readOverride(row: Members): SeverityOverride {
  const flags = Object.entries(row.members('flags').texts());
  return {
    syntax: row.oneOf('syntax', SYNTAXES),
    customization: row.text('customization'),
    severities: Object.fromEntries(
      flags.map(([id, flag]) => {
        const severity = SEVERITY_OF_FLAG[flag];
        if (!severity) throw new DescriptionWrong(`severity_overrides: ${id} has the unknown flag ${flag}`);
        return [id, severity];
      }),
    ),
  };
}

export class DescriptionWrong extends Error {}

/** The members of a JSON object, each read as what it has to be. */
class Members {
  private readonly object: Readonly<Record<string, unknown>>;
  private readonly where: string;

  constructor(json: unknown, where: string) {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new DescriptionWrong(`${where} is not an object`);
    this.object = json as Readonly<Record<string, unknown>>;
    this.where = where;
  }

  has(name: string): boolean {
    return this.object[name] !== undefined && this.object[name] !== null;
  }

  text(name: string): string {
    const value = this.object[name];
    return typeof value === 'string' && value !== '' ? value : this.wrong(name, 'not a text');
  }

  /** An id or version: it becomes part of a folder's name. */
  name(name: string): string {
    const value = this.text(name);
    return /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(value)
      ? value
      : this.wrong(name, 'letters, digits, dots and dashes only');
  }

  date(name: string): string | null {
    if (!this.has(name)) return null;
    const value = this.text(name);
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : this.wrong(name, 'not a date');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    return (
      values.find((value) => value === this.object[name]) ?? this.wrong(name, `none of ${values.join(', ')}`)
    );
  }

  oneOfMany<T extends string>(name: string, values: readonly T[]): readonly T[] {
    return this.textList(name).map(
      (text) =>
        values.find((value) => value === text) ?? this.wrong(name, `${text} is none of ${values.join(', ')}`),
    );
  }

  textList(name: string): readonly string[] {
    const value = this.object[name];
    const isTextList =
      Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
    return isTextList ? (value as readonly string[]) : this.wrong(name, 'not a list of texts');
  }

  list(name: string): readonly Members[] {
    const value = this.object[name];
    if (!Array.isArray(value)) return this.wrong(name, 'not a list');
    return value.map((item, i) => new Members(item, `${this.where}.${name}[${i}]`));
  }

  members(name: string): Members {
    return new Members(this.object[name], `${this.where}.${name}`);
  }

  texts(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.keys(this.object).map((name) => [name, this.text(name)]));
  }

  private wrong(name: string, reason: string): never {
    throw new DescriptionWrong(`${this.where}.${name}: ${reason}`);
  }
}
