import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareTotals, parseErpTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import { computeAmounts } from '../../domain/invoice/totals.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import { readJson } from '../../domain/json/read-json.ts';
import { inErpTerms } from '../../domain/mapping/erp-terms.ts';
import { type MappedExport, mapExport } from '../../domain/mapping/map-export.ts';
import type { Mapping } from '../../domain/mapping/mapping.ts';
import { parseMapping } from '../../domain/mapping/parse-mapping.ts';
import { recognise } from '../../domain/mapping/recognise.ts';
import { proposeMapping } from './propose-mapping.ts';
import { readMapping, readMappings } from '../read-mappings.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run mappings -- try FILE EXPORT                       the canonical invoice that a mapping file makes of an export, with the
                                                          source of each member, and what it cannot make anything of
npm run mappings -- diff CONNECTOR OLD NEW EXPORT…        what two versions make differently of exports
npm run mappings -- from-csv FILE [CONNECTOR]             a mapping file for tables with the headings of this one, and what to look at in it

EXPORT is a file with one document as the ERP returns it, or a table for a mapping that reads tables.`;

class Wrong extends Error {}

/** Findings of an export, in the ERP's terms. */
function findingsOf(mapped: MappedExport): readonly string[] {
  const parsed = parseCanonical(mapped.document);
  const totals = parseErpTotals(mapped.totals);
  const rest = parsed.ok
    ? totals.ok
      ? compareTotals(totals.totals, computeAmounts(parsed.invoice).totals)
      : totals.findings
    : parsed.findings;
  const all = [...mapped.findings, ...inErpTerms(rest, mapped.origins)];
  return [...new Set(all.map(({ field, message }) => `${field ?? ''}: ${message}`))];
}

function mapWith(mapping: Mapping, file: string): MappedExport {
  const exported = mapping.csv ? { csv_base64: readFileSync(file, 'base64') } : jsonIn(file);
  const recognised = recognise(mapping, exported);
  if (!recognised.ok) throw new Wrong(`${file}: ${recognised.message}`);
  return mapExport({ mapping, settings: mapping.example }, exported);
}

function jsonIn(file: string): unknown {
  const read = readJson(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Wrong(`${file}: ${read.reason}`);
  return read.value;
}

function tryOut([file, exported]: readonly string[]): void {
  if (!file || !exported) throw new Wrong(USAGE);
  const mapped = mapWith(readMapping(file, file), exported);
  for (const { path, value, field, label } of mapped.terms)
    console.log(`${path} = ${jsonText(value)}   <- ${field || 'the mapping'}${label ? ` (${label})` : ''}`);
  for (const line of findingsOf(mapped)) console.log(`! ${line}`);
}

function diff([connector, old, next, ...files]: readonly string[]): void {
  if (!connector || !old || !next || files.length === 0) throw new Wrong(USAGE);
  const mappings = readMappings(readSettings(process.env).mappingsDir);
  const [before, after] = [old, next].map((version) => {
    const found = mappings.versions(connector).find((one) => one.version === version);
    if (!found) throw new Wrong(`There is no mapping ${connector} ${version}.`);
    return found;
  });
  for (const file of files) {
    const [one, other] = [linesByPath(mapWith(before!, file)), linesByPath(mapWith(after!, file))];
    const changed = [...new Set([...one.keys(), ...other.keys()])].filter(
      (path) => one.get(path) !== other.get(path),
    );
    console.log(`${file}: ${changed.length === 0 ? 'no difference' : ''}`);
    for (const path of changed)
      console.log(`  ${path}: ${one.get(path) ?? '-'} -> ${other.get(path) ?? '-'}`);
  }
}

/** Members and findings of an export, by path. */
const linesByPath = (mapped: MappedExport): ReadonlyMap<string, string> =>
  new Map([
    ...mapped.terms.map(({ path, value }) => [path, jsonText(value)] as const),
    ...findingsOf(mapped).map((line) => [`! ${line}`, 'found'] as const),
  ]);

function fromCsv([file, connector = 'table']: readonly string[]): void {
  if (!file) throw new Wrong(USAGE);
  const base = join(readSettings(process.env).mappingsDir, 'table/v1.json');
  const known = JSON.parse(readFileSync(base, 'utf8')) as Record<string, unknown>;
  const { mapping, remarks } = proposeMapping(readFileSync(file), known, connector);
  parseMapping(mapping, 'the proposal');
  console.log(JSON.stringify(mapping, undefined, 2));
  for (const remark of remarks) console.error(`! ${remark}`);
}

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => void>> = {
  try: tryOut,
  diff,
  'from-csv': fromCsv,
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Wrong(USAGE);
  command(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
