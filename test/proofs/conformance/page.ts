import { causeOf } from './known-differences.ts';
import type { Compared } from './score.ts';

/** `npx tsx test/proofs/conformance/command.ts --write` writes the page between these marks. */
const BEGIN = '<!-- Scores: npx tsx test/proofs/conformance/command.ts --write -->';
const END = '<!-- End of scores -->';

interface Score {
  layers: number;
  equal: number;
  strictlyEqual: number;
  withoutPack: number;
}
const TITLES = ['packs', 'layer', 'layers', 'equal', 'strictly equal', 'without a pack'];
const NUMBER_COLUMNS = 4;

/** The content of the page: a figure for each layer of each origin, and the differences with their causes. */
export function scores(compared: readonly Compared[]): string {
  const rows = [...scoresOf(compared)].map(([key, { layers, equal, strictlyEqual, withoutPack }]) => [
    ...key.split(SEPARATOR),
    ...[layers, equal, strictlyEqual, withoutPack].map(String),
  ]);
  const causes = new Map<string, number>();
  for (const each of compared)
    if (each.comparison && !each.comparison.strictlyEqual) {
      const cause = causeOf(each) ?? 'unknown';
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    }
  const differences = [...causes].sort().map(([cause, count]) => [cause, String(count)]);
  return `${table(TITLES, rows, NUMBER_COLUMNS)}\n\n${table(['what differs beside the verdict', 'layers'], differences, 1)}`;
}

const SEPARATOR = '\n';

function scoresOf(compared: readonly Compared[]): ReadonlyMap<string, Score> {
  const found = new Map<string, Score>();
  for (const { origin, layer, comparison } of compared) {
    const key = [origin, layer].join(SEPARATOR);
    const score = found.get(key) ?? { layers: 0, equal: 0, strictlyEqual: 0, withoutPack: 0 };
    found.set(key, score);
    score.layers += 1;
    score.equal += Number(comparison?.equal ?? false);
    score.strictlyEqual += Number(comparison?.strictlyEqual ?? false);
    score.withoutPack += Number(!comparison);
  }
  // Without the sort, a pool that answers in another order would write another page.
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** In the format of prettier. */
function table(titles: readonly string[], rows: readonly (readonly string[])[], numbers: number): string {
  const isNumber = (column: number): boolean => column >= titles.length - numbers;
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, i) => (isNumber(i) ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (isNumber(i) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(titles), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** @returns the page with these scores instead of its present ones. */
export function withScores(page: string, written: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page has no place for scores: ${BEGIN} … ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${written}\n\n${page.slice(end)}`;
}

const figuresOf = (text: string): ReadonlyMap<string, readonly number[]> =>
  new Map(
    text
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === TITLES.length + 2 && /^\d+$/.test(cells[3] ?? ''))
      .map(([, origin, layer, ...figures]) => [
        `${origin} ${layer}`,
        figures.slice(0, NUMBER_COLUMNS).map(Number),
      ]),
  );

/** @returns one line for each layer whose figure is below that of the page, or that is missing. */
export function fallen(page: string, written: string): readonly string[] {
  const now = figuresOf(written);
  return [...figuresOf(page)].flatMap(([layer, [layers = 0, equal = 0, strictly = 0]]) => {
    const [layersNow = 0, equalNow = 0, strictlyNow = 0] = now.get(layer) ?? [];
    return layersNow < layers || equalNow < equal || strictlyNow < strictly
      ? [
          `${layer}: ${layersNow} layers, ${equalNow} equal, ${strictlyNow} strictly; the page has ${layers}, ${equal}, ${strictly}`,
        ]
      : [];
  });
}
