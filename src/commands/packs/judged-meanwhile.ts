import { counted } from 'en16931-rules/vocabulary/counted.ts';
import type { InstalledPacks } from 'en16931-rules/packs/installed.ts';
import type { Release } from 'en16931-rules/packs/own/releases.ts';
import type { VerdictPair } from 'en16931-rules/pool/judge-both.ts';
import type { Settings } from '../../processes/settings/settings.ts';
import { timeOf } from '../frame/events.ts';
import type { Terminal } from '../frame/terminal.ts';
import { onRoute } from './pack-differences.ts';
import { storedDocuments } from './stored-documents.ts';
import { TwoSets } from './two-sets.ts';

/** An invoice that the set going out has judged, and that the set before judges by other rules. */
interface JudgedInvoice {
  readonly id: string;
  readonly client: string;
  /** Its own rules and overlays, as its report names them. */
  readonly judged_by: readonly string[];
  readonly verdicts: readonly Pick<VerdictPair, 'was' | 'is' | 'added' | 'gone'>[];
}

interface StoredReport {
  readonly layers?: readonly {
    readonly pack?: { readonly id: string; readonly version: string; readonly origin: string; readonly sha256?: string } | null; // prettier-ignore
    readonly findings?: readonly { readonly code: string; readonly overlay?: { readonly change: string } }[];
  }[];
}

interface Sets {
  readonly rulesDir: string;
  /** In force until now. */
  readonly before: InstalledPacks;
  readonly after: InstalledPacks;
}

/** An invoice may have come in before a release and have been judged after it. */
const QUEUED_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** @param since the set in force was released. */
export async function judgedMeanwhile(
  { rulesDir, before, after }: Sets,
  since: Date,
  settings: Settings,
): Promise<readonly JudgedInvoice[]> {
  const sets = new TwoSets({ rulesDir, before: before.entries, after: after.entries });
  const staying = new Set(after.entries.map(({ checksum }) => checksum));
  const going = new Set(before.entries.map(({ checksum }) => checksum).filter((one) => !staying.has(one)));
  const days = Math.ceil((Date.now() - since.getTime()) / DAY_MS) + QUEUED_DAYS;
  const judged: JudgedInvoice[] = [];
  for await (const { id, client, route, createdAt, bytes, report } of storedDocuments(settings, days)) {
    const pairs = await sets.judge({ name: id, client, route, bytes, isFor: onRoute(route) });
    if (pairs.length === 0) continue;
    const { layers = [] } = ((await report()) ?? {}) as StoredReport;
    const isByGoing = layers.some(({ pack }) => pack?.sha256 !== undefined && going.has(pack.sha256));
    if (layers.length === 0 || (createdAt < since && !isByGoing)) continue;
    const verdicts = pairs.map(({ was, is, added, gone }) => ({ was, is, added, gone }));
    judged.push({ id, client, judged_by: namesIn(layers), verdicts });
  }
  return judged;
}

const namesIn = (layers: NonNullable<StoredReport['layers']>): readonly string[] => [
  ...new Set(
    layers.flatMap(({ pack, findings = [] }) => [
      ...(pack?.origin === 'own' ? [`${pack.id} ${pack.version}`] : []),
      ...findings.flatMap(({ code, overlay }) => (overlay ? [`${code} ${overlay.change}`] : [])),
    ]),
  ),
];

export function printJudged(
  judged: readonly JudgedInvoice[],
  { number, at, before }: Pick<Release, 'number' | 'at' | 'before'>,
  terminal: Terminal,
): void {
  const count = judged.length === 0 ? 'no invoice' : counted(judged.length, 'invoice');
  terminal.line(
    `Set ${number} has judged ${count} since ${timeOf(at)} (UTC) that set ${before} judges otherwise or by other rules.`,
  );
  if (judged.length === 0) return;
  terminal.table(
    ['invoice', 'client', 'judged by', `set ${number}`, `set ${before}`],
    judged.map(({ id, client, judged_by: by, verdicts }) => [
      id,
      client,
      by.join(', ') || 'no own rules',
      verdicts.map(({ was }) => was).join(', '),
      verdicts.map(({ is }) => is).join(', '),
    ]),
  );
}
