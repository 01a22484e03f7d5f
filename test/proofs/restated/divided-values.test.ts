import { describeByReference } from '../../support/reference-data.ts';
import { type Engine, type Named } from '../verdicts/compare.ts';
import { isValid, recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

interface Divided {
  readonly xml: string;
  /** The published entries that judge it. */
  readonly entries: readonly string[];
}
type Side = 'published' | 'builtIn';

/** Of documents that the same entries judge; each has dozens of values. */
const MAX_DOCUMENTS = 3;
/** Larger documents only slow the run down. */
const MAX_LENGTH = 30_000;
const DEADLINE_MS = 60_000;
const VALUE = /<([\w:]+)(?: [^<>]*)?>([^<>\s][^<>]+)<\/\1>/g;

const pathOf = (schematron: string): string => schematron.replace(/^.*\//, '');

/** A value of each element, with a comment inside. Published rules that read its text once end with an error. */
function* dividedValues(): Generator<Named<Divided>> {
  const taken = new Map<string, number>();
  for (const { name, document } of recordedCases((verdict) => isValid(verdict) && verdict.syntax !== 'fa3')) {
    const entries = document.verdict.layers.map(({ schematron }) => pathOf(schematron));
    const kind = `${document.verdict.syntax} ${entries.join()}`;
    const count = taken.get(kind) ?? 0;
    const xml = new TextDecoder().decode(document.bytes).replaceAll(/<!--[\s\S]*?-->/g, '');
    if (count === MAX_DOCUMENTS || xml.length > MAX_LENGTH) continue;
    taken.set(kind, count + 1);
    for (const { index, 0: element, 1: tag = '' } of xml.matchAll(VALUE)) {
      const at = index + element.indexOf('>') + 2;
      yield {
        name: `${name} ${tag}`,
        document: { xml: `${xml.slice(0, at)}<!--c-->${xml.slice(at)}`, entries },
      };
    }
  }
}

/** The entries that cannot judge a document. */
const endings =
  (pairs: readonly RulePair[], side: Side): Engine<Divided> =>
  async ({ xml, entries }) => {
    const file = fileOf(new TextEncoder().encode(xml));
    const ended = [];
    for (const { name, [side]: rules } of pairs.filter((pair) =>
      entries.includes(pair.name.replace(/@.*/, '')),
    )) {
      const { kind } = await rules.run(file, DEADLINE_MS);
      if (kind !== 'verdict') ended.push(`${name} ends`);
    }
    return ended;
  };

describeByReference('the rules written here, on values with a comment inside', () => {
  itAgrees(
    'cannot judge what the published ones cannot judge',
    { compared: 700, refused: 50, findings: 5 },
    async () => {
      const pairs = await rulePairs();
      return {
        corpus: dividedValues(),
        engines: { 'rules written here': endings(pairs, 'builtIn') },
        judge: endings(pairs, 'published'),
      };
    },
    ({ xml }) => xml,
  );
});
