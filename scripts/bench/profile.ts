import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable, roundTo } from './table.ts';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0, as is the next. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The part of V8's format (`--cpu-prof`) that is read here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A smaller share is not printed. */
const MIN_SHARE = 0.01;
/** V8's name for idle time, and the wait of a pool thread for its next task. */
const WAITING: ReadonlySet<string> = new Set(['(idle)', '(program)', '(root)', 'atomicsWaitLoop']);

/** Options with which a process and its threads write CPU profiles. */
export const profile = (folder: string): readonly string[] => [
  '--cpu-prof',
  '--cpu-prof-interval=1000',
  `--cpu-prof-dir=${folder}`,
];

/** The CPU time of each thread without waiting, by package or folder. Node's own time counts for its caller. */
export function printProfiles(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    const { busyMs, shares } = sharesOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
    const rows = [...shares]
      .filter(([, share]) => share >= MIN_SHARE)
      .sort(([, one], [, other]) => other - one);
    printTable(
      `${file}: ${roundTo(busyMs, 0)} ms at work`,
      ['spent in', 'share'],
      rows.map(([area, share]) => [area, `${roundTo(share * 100, 1)} %`]),
    );
  }
}

function sharesOf({ nodes, samples, timeDeltas }: Profile) {
  const areas = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, above: string): void => {
    const { callFrame, children = [] } = byId.get(id)!;
    const area = areaOf(callFrame, above);
    areas.set(id, area);
    for (const child of children) visit(child, area);
  };
  visit(nodes[0]!.id, 'node');
  const spent = new Map<string, number>();
  samples.forEach((id, at) => {
    const area = areas.get(id)!;
    if (!WAITING.has(area)) spent.set(area, (spent.get(area) ?? 0) + (timeDeltas[at] ?? 0));
  });
  const busy = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const shares = new Map([...spent].map(([area, us]) => [area, us / busy] as const));
  return { busyMs: busy / 1000, shares };
}

function areaOf(frame: CallFrame, above: string): string {
  const { functionName, url } = frame;
  if (WAITING.has(functionName) || (url === '' && functionName.startsWith('('))) return functionName;
  const source = sourceOf(frame);
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  if (library !== undefined) return library;
  const [, own] = /((?:src|validators|scripts)\/.*)\/[^/]+$/.exec(source) ?? [];
  return own ?? above;
}

const maps = new Map<string, SourceMap | undefined>();

/** The source file of a position in a bundle; any other file itself. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!maps.has(url)) maps.set(url, mapOf(url));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? entry.originalSource : url;
}

function mapOf(url: string): SourceMap | undefined {
  const isOurs = url.startsWith('file:') && !url.includes('/node_modules/');
  const file = isOurs ? `${fileURLToPath(url)}.map` : '';
  return existsSync(file)
    ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
    : undefined;
}
