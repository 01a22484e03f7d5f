import { ENGLISH } from './frame/english.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareTotals, parseErpTotals } from '../domain/checks/pre-check/erp-totals.ts';
import { computeAmounts } from '../domain/invoice/totals.ts';
import { parseCanonical } from '../domain/invoice/parse-canonical.ts';
import { jsonText } from '../domain/json/json-text.ts';
import { readJson } from '../domain/json/read-json.ts';
import { inErpTerms } from '../domain/mapping/erp-terms.ts';
import { type MappedExport, mapExport } from '../domain/mapping/map-export.ts';
import type { Mapping } from '../domain/mapping/mapping.ts';
import { parseMapping } from '../domain/mapping/parse-mapping.ts';
import { recognise } from '../domain/mapping/recognise.ts';
import { readFileOf } from './frame/files.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused } from './frame/endings.ts';
import { proposeMapping } from './mappings/propose-mapping.ts';
import { readMapping, readMappings } from '../processes/read-mappings.ts';
import { readSettings } from '../processes/settings/read-settings.ts';

interface JsonOption {
  readonly json?: boolean;
}

export const mappings: Define = (command, frame) => {
  command
    .command('try')
    .description('the canonical invoice that a mapping makes of an export, with the source of each member')
    .argument('<file>', 'the mapping')
    .argument('<export>', 'one document as the ERP returns it, or a table')
    .option('--json', 'print JSON')
    .action(
      frame.act((file: string, exported: string, options: JsonOption) =>
        tryOut(file, exported, options, frame),
      ),
    );
  command
    .command('diff')
    .description('what two versions make differently of exports')
    .argument('<connector>')
    .argument('<old>', 'a version')
    .argument('<new>', 'another version')
    .argument('<export...>')
    .option('--json', 'print JSON')
    .action(
      frame.act(
        (connector: string, old: string, next: string, files: readonly string[], { json }: JsonOption) =>
          diff({ connector, old, next, files, json }, frame),
      ),
    );
  command
    .command('from-csv')
    .description('a mapping for tables with the headings of this one, and what to look at in it')
    .argument('<file>')
    .argument('[connector]', 'its name', 'table')
    .option('--json', 'print JSON: the mapping, and what to look at')
    .action(
      frame.act((file: string, connector: string, options: JsonOption) =>
        fromCsv(file, connector, options, frame),
      ),
    );
};

/** Findings of an export, in the ERP's terms. */
function findingsOf(mapped: MappedExport): readonly string[] {
  const parsed = parseCanonical(mapped.document);
  const totals = parseErpTotals(mapped.totals);
  const rest = parsed.ok
    ? totals.ok
      ? compareTotals(totals.totals, computeAmounts(parsed.invoice))
      : totals.findings
    : parsed.findings;
  const all = [...mapped.findings, ...inErpTerms(rest, mapped.origins)];
  return [...new Set(all.map(({ field, message }) => `${field ?? ''}: ${ENGLISH.text(message)}`))];
}

async function mappedWith(mapping: Mapping, file: string): Promise<MappedExport> {
  const bytes = readFileOf(file);
  const exported = mapping.csv ? { csv_base64: bytes.toString('base64') } : jsonIn(file, bytes);
  const recognised = recognise(mapping, exported);
  if (!recognised.ok) throw new CommandRefused(`${file}: ${ENGLISH.text(recognised.message)}`);
  return mapExport({ mapping, settings: mapping.example }, exported);
}

function jsonIn(file: string, bytes: Buffer): unknown {
  const read = readJson(bytes.toString('utf8'));
  if (!read.ok) throw new CommandRefused(`${file}: ${ENGLISH.text(read.reason)}`);
  return read.value;
}

async function tryOut(
  file: string,
  exported: string,
  { json }: JsonOption,
  { terminal }: Frame,
): Promise<void> {
  const mapped = await mappedWith(
    refusing(() => readMapping(file, file)),
    exported,
  );
  // JSON.stringify would round amounts.
  if (json) return terminal.verbatim(jsonText({ terms: mapped.terms, findings: findingsOf(mapped) }));
  for (const { path, value, field, label } of mapped.terms)
    terminal.line(`${path} = ${jsonText(value)}   <- ${field || 'the mapping'}${label ? ` (${label})` : ''}`);
  for (const line of findingsOf(mapped)) terminal.line(`! ${line}`);
}

interface Comparison {
  readonly connector: string;
  readonly old: string;
  readonly next: string;
  readonly files: readonly string[];
  readonly json: boolean | undefined;
}

async function diff(
  { connector, old, next, files, json }: Comparison,
  { env, terminal }: Frame,
): Promise<void> {
  const known = refusing(() => readMappings(readSettings(env).mappingsDir));
  const [before, after] = [old, next].map((version) => {
    const mapping = known.versions(connector).find((one) => one.version === version);
    if (!mapping) throw new CommandRefused(`There is no mapping ${connector} ${version}.`);
    return mapping;
  });
  const compared = [];
  for (const file of files) {
    const one = linesByPath(await mappedWith(before!, file));
    const other = linesByPath(await mappedWith(after!, file));
    const paths = [...new Set([...one.keys(), ...other.keys()])];
    const changed = paths.filter((path) => one.get(path) !== other.get(path));
    compared.push({
      file,
      changes: changed.map((path) => ({ path, old: one.get(path) ?? null, new: other.get(path) ?? null })),
    });
  }
  if (json) return terminal.json(compared);
  for (const { file, changes } of compared) {
    terminal.line(`${file}: ${changes.length === 0 ? 'no difference' : ''}`);
    for (const { path, old: was, new: is } of changes)
      terminal.line(`  ${path}: ${was ?? '-'} -> ${is ?? '-'}`);
  }
}

/** Members and findings of an export, by path. */
const linesByPath = (mapped: MappedExport): ReadonlyMap<string, string> =>
  new Map([
    ...mapped.terms.map(({ path, value }) => [path, jsonText(value)] as const),
    ...findingsOf(mapped).map((line) => [`! ${line}`, 'found'] as const),
  ]);

async function fromCsv(
  file: string,
  connector: string,
  { json }: JsonOption,
  { env, terminal }: Frame,
): Promise<void> {
  const base = join(readSettings(env).mappingsDir, 'table/v1.json');
  const known = JSON.parse(readFileSync(base, 'utf8')) as Record<string, unknown>;
  const bytes = readFileOf(file);
  const { mapping, remarks } = refusing(() => proposeMapping(bytes, known, connector));
  refusing(() => parseMapping(mapping, 'the proposal'));
  if (json) return terminal.json({ mapping, remarks });
  terminal.json(mapping);
  for (const remark of remarks) terminal.note(`! ${remark}`);
}

/** A mapping that cannot be used is an error, with the reason. */
function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandRefused(error instanceof Error ? error.message : String(error));
  }
}
