import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { basename } from 'node:path';
import { ListPacks } from '../../application/operation/list-packs.ts';
import { isDay } from 'en16931-rules/packs/adopt/describe.ts';
import { editionChanges } from 'en16931-rules/packs/expand/edition-changes.ts';
import { statedRules } from 'en16931-rules/packs/expand/stated.ts';
import { builtInFolders } from 'en16931-rules/packs/install/sources.ts';
import { type InstalledPack, readInstalled } from 'en16931-rules/packs/installed.ts';
import type { ManifestEntry } from 'en16931-rules/packs/manifest.ts';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import type { InstalledRules } from '../../ports/rule-packs.ts';
import type { PackRow } from '../../domain/checks/layers/packs-in-force.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { type ExitCode, NotRun } from '../frame/endings.ts';
import { type PackWork, reportDamages, reportEmpty } from './pack-work.ts';

export async function listPacks(work: PackWork): Promise<ExitCode> {
  const { rulesDir, terminal, asJson } = work;
  const { packs } = await readInstalled(rulesDir);
  if (asJson) terminal.json(packs.map(asEntry));
  else if (!reportEmpty(packs, work)) for (const pack of packs) printPack(pack, work);
  return reportDamages(work);
}

const asEntry = ({ manifest: m, folder }: InstalledPack) => ({
  id: m.id,
  version: m.version,
  origin: m.origin,
  valid_from: m.valid_from ?? null,
  valid_until: m.valid_until ?? null,
  folder,
  entries: m.entries.map(({ layer, syntaxes, path }) => ({ layer, syntaxes, path })),
});

function printPack({ manifest: m, folder }: InstalledPack, { terminal }: PackWork): void {
  const days = [m.valid_from && `from ${m.valid_from}`, m.valid_until && `until ${m.valid_until}`];
  const named = days.filter(Boolean).join(' ') || 'for every day';
  terminal.line(`${terminal.paint('bold', `${m.id} ${m.version}`)}  ${m.origin}  ${named}`);
  terminal.line(`    ${terminal.paint('dim', folder)}`);
  for (const entry of m.entries) {
    const engines = enginesOf(entry);
    const refused = entry.refused ? ` not compiled: ${entry.refused}` : '';
    terminal.line(`    ${entry.layer}  ${entry.syntaxes.join(', ')}  ${entry.path}  [${engines}]${refused}`);
  }
}

function enginesOf({ kind, programs }: ManifestEntry): string {
  const engines = programs.map(({ engine }) => engine);
  // It checks what our own engine leaves.
  return (kind === 'xsd' ? [...engines, 'libxml2'] : engines).join(', ');
}

async function rowsOn(day: string, rulesDir: string): Promise<readonly PackRow<InstalledRules>[]> {
  const rules = new RulesFolder(rulesDir);
  const packs = { entries: async () => (await rules.read()).entries };
  return (await new ListPacks({ packs, clock: { now: () => new Date(`${day}T12:00:00Z`) } }).run()).rows;
}

/** The packs that check an invoice issued on a day. */
export async function packsOn(day: string, work: PackWork): Promise<void> {
  const { rulesDir, terminal, asJson } = work;
  if (!isDay(day)) throw new NotRun(`${day} is no day: YYYY-MM-DD.`);
  const rows = await rowsOn(day, rulesDir);
  if (asJson) return terminal.json(rows);
  if (reportEmpty(rows, work)) return;
  terminal.table(
    ['layer', 'pack', 'documents', 'until'],
    rows.map(({ layer, syntaxes, inForce }) => [
      layer,
      inForce ? `${inForce.id} ${inForce.version} (${inForce.origin})` : terminal.paint('yellow', 'none'),
      documentsOf(syntaxes),
      inForce?.validUntil ?? '',
    ]),
  );
  // In columns of the table the rows would be wider than a terminal.
  for (const { layer, next } of rows)
    if (next) terminal.line(`${layer}: next ${next.id} ${next.version} from ${next.validFrom}`);
}

/** UBL has two documents, and nearly each pack of it checks both. */
const documentsOf = (syntaxes: readonly string[]): string =>
  syntaxes.join(', ').replace('ubl-invoice, ubl-creditnote', 'ubl');

/** A pack that comes into force, what judges until then, and in which layers. */
interface ComingRow {
  readonly name: string;
  readonly day: string;
  readonly instead: string | undefined;
  readonly layers: readonly string[];
}

/** The packs that come into force after today, each once, the first one first. */
export async function nextPacks(work: PackWork): Promise<void> {
  const { rulesDir, sameRules, terminal, asJson } = work;
  const today = dayOf(REAL_CLOCK.now());
  const coming = new Map<string, ComingRow>();
  const installed = await rowsOn(today, rulesDir);
  for (const { layer, inForce, next } of installed) {
    if (!next?.validFrom) continue;
    const name = nameOf(next);
    const { layers = [], instead } = coming.get(name) ?? {};
    coming.set(name, {
      name,
      day: next.validFrom,
      instead: instead ?? (inForce && nameOf(inForce)),
      layers: [...new Set([...layers, layer])],
    });
  }
  const rows = [...coming.values()].toSorted((a, b) => a.day.localeCompare(b.day));
  if (asJson) return terminal.json(rows.map((row) => ({ ...row, instead: row.instead ?? null })));
  if (reportEmpty(installed, work)) return;
  if (rows.length === 0) return terminal.line('No installed pack comes into force after today.');
  for (const { name, day, instead, layers } of rows) {
    terminal.line(
      `${terminal.paint('bold', name)}  from ${day}, ${counted(daysLeft(day, today), 'day')} from now, in ${layers.join(', ')}${instead === undefined ? '' : `, instead of ${instead}`}`,
    );
    if (instead !== undefined)
      terminal.verbatim(`    ids packs diff ${instead} ${name} --stored 90${sameRules}`);
    terminal.verbatim(`    ids check FILE --on ${day}${sameRules}`);
  }
}

/** As `ids packs diff` takes it. */
const nameOf = ({ id, version, origin }: InstalledRules): string => `${id}-${version}.${origin}`;

/** Which built-in rules are stated for every syntax, which for one and why, and what each release changes. */
export function printRules({ terminal, asJson }: PackWork): void {
  const stated = builtInFolders()
    .map((folder) => ({ pack: basename(folder), ...statedRules(folder), releases: editionChanges(folder) }))
    .filter(({ shared }) => shared.length > 0);
  if (asJson) return terminal.json(stated);
  for (const { pack, shared, syntaxes, releases } of stated) {
    terminal.line(`${pack}: ${counted(shared.length, 'rule')} for every syntax`);
    for (const { path, own, apart: extensions } of syntaxes) {
      terminal.line(`  ${path}: ${own.length} of its own, ${extensions.length} stated apart`);
      for (const { id: rule, differs } of extensions) terminal.line(`    ${rule}: ${differs}`);
    }
    for (const { version, day, path, ...rules } of releases) {
      terminal.line(`  ${version} from ${day}, ${path}:`);
      for (const [word, ids] of Object.entries(rules))
        if (ids.length > 0) terminal.line(`    ${word}: ${ids.join(', ')}`);
    }
  }
}
