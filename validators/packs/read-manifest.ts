import type { SeverityOverride } from '../layers/pack-in-force.ts';
import { PACK_ORIGINS } from '../vocabulary/layer.ts';
import { SYNTAXES } from '../vocabulary/syntax.ts';
import { ENGINES, MANIFEST_FORMAT, type Manifest, type ManifestEntry, VISITS } from './manifest.ts';
import type { Program } from './manifest.ts';
import { layerIn } from './layer-in.ts';
import { Members, WrongShape, parseJson } from './members.ts';

export const MANIFEST_FILE = 'manifest.json';

/**
 * Reads `manifest.json`. Every path in it stays inside the pack's folder.
 * @throws WrongShape naming the place, or another format.
 */
export function readManifest(text: string): Manifest {
  const json = parseJson(text, MANIFEST_FILE);
  const pack = new Members(json, MANIFEST_FILE);
  if ((json as { format?: unknown }).format !== MANIFEST_FORMAT)
    throw new WrongShape(MANIFEST_FILE, 'made by another version: run ids packs compile');
  const files = pack.members('files').eachPath((members, path) => members.sha256(path));
  return {
    format: MANIFEST_FORMAT,
    id: pack.name('id'),
    version: pack.name('version'),
    origin: pack.oneOf('origin', PACK_ORIGINS),
    title: pack.text('title'),
    licence: pack.text('licence'),
    source: pack.text('source'),
    valid_from: pack.date('valid_from'),
    valid_until: pack.date('valid_until'),
    ...(pack.has('clients') && { clients: pack.textList('clients') }),
    ...(pack.has('own_source') && { own_source: pack.sha256('own_source') }),
    severity_overrides: pack.list('severity_overrides').map(readOverride),
    compiler: pack.sha256('compiler'),
    files,
    catalog: pack.members('catalog').each((members, address) => members.path(address)),
    entries: pack.list('entries').map((entry) => readEntry(entry, files)),
  };
}

/** In the order of writing: the manifest is compared as text with the one that would be written now. */
function readEntry(entry: Members, files: Readonly<Record<string, string>>): ManifestEntry {
  const path = entry.path('path');
  if (!Object.hasOwn(files, path)) entry.wrong('path', 'none of the files');
  return {
    path,
    kind: entry.oneOf('kind', ['xsd', 'schematron']),
    ...layerIn(entry),
    syntaxes: entry.someOf('syntaxes', SYNTAXES),
    customizations: entry.textList('customizations'),
    visits: entry.oneOf('visits', VISITS),
    programs: entry.list('programs').map(readProgram),
    refused: entry.textOrNull('refused'),
    ...(entry.has('own_rules') && { own_rules: entry.texts('own_rules') }),
  };
}

function readProgram(program: Members): Program {
  return {
    engine: program.oneOf('engine', ENGINES),
    file: program.path('file'),
    sha256: program.sha256('sha256'),
    ...(program.has('made_from') && { made_from: program.sha256('made_from') }),
  };
}

function readOverride(row: Members): SeverityOverride {
  return {
    syntax: row.oneOf('syntax', SYNTAXES),
    customization: row.text('customization'),
    severities: row
      .members('severities')
      .each((severities, id) => severities.oneOf(id, ['error', 'warning', 'information'])),
  };
}
