import { english } from '../../support/words.ts';
import type { Severity } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { FiredTally } from 'en16931-rules/pool/task.ts';
import type { RecordedLayer } from '../verdicts/reference.ts';

/** The result of one layer of one case, compared with the recorded one. */
export interface Comparison {
  /** Same fatal ids, or an error on both sides; for a schema the same verdict. */
  readonly equal: boolean;
  /** Equal also in every id, flag and count. */
  readonly strictlyEqual: boolean;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Differences beyond the fatal ids: `BR-CL-23 warning×2, not ×1`. */
  readonly details: readonly string[];
  /** Why the layer was not compared by ids. */
  readonly remark?: string;
}

const EQUAL: Comparison = { equal: true, strictlyEqual: true, missing: [], extra: [], details: [] };

/** A layer that did not run is a fault, whatever the reason. */
export const failed = (remark: string): Comparison => ({
  ...EQUAL,
  equal: false,
  strictlyEqual: false,
  remark,
});

export function compareSchema(valid: boolean, layer: Layer): Comparison {
  if (layer.outcome === 'not_run') return failed(english(layer.reason));
  if ((layer.outcome === 'valid') === valid) return EQUAL;
  return failed(
    `${layer.outcome}, recorded as ${valid ? 'valid' : 'invalid'}: ${english(layer.findings[0]?.message ?? '')}`,
  );
}

/** @param tally the tests that fired, with the flags of the pack itself; absent if the rules gave no verdict. */
export function compareRules(
  recorded: RecordedLayer,
  layer: Layer,
  tally: readonly FiredTally[] | undefined,
): Comparison {
  const ended = layer.outcome === 'not_run' ? layer.reason : layer.outcome;
  if (recorded.fired === undefined)
    return layer.outcome === 'not_run'
      ? { ...EQUAL, strictlyEqual: /stop with error/.test(english(ended)), remark: english(ended) }
      : failed(`${english(ended)}, recorded as an error: ${recorded.error}`);
  if (tally === undefined) return failed(english(ended));
  const found = summed(tally);
  const namesById = ![...found.keys()].some((id) => id.startsWith('text:'));
  const expected = namesById ? byId(recorded.fired) : new Map(Object.entries(recorded.fired));
  const [ours, theirs] = [fatalIds(found), fatalIds(expected)];
  const missing = theirs.filter((id) => !ours.includes(id));
  const extra = ours.filter((id) => !theirs.includes(id));
  const equal = missing.length + extra.length === 0;
  const details = differences(found, expected);
  return { equal, strictlyEqual: equal && details.length === 0, missing, extra, details };
}

interface FiredOnce {
  readonly flag: string;
  readonly count: number;
}
type Fired = ReadonlyMap<string, FiredOnce>;

const fatalIds = (fired: Fired): readonly string[] =>
  [...fired].filter(([, { flag }]) => flag === 'fatal').map(([id]) => id);

const FLAGS: Readonly<Record<Severity, string>> = {
  error: 'fatal',
  warning: 'warning',
  information: 'information',
};
const STRONGER = ['fatal', 'warning', 'information'];

/** Several tests may share an id: their counts add up, and the strongest flag counts. */
function summed(tally: readonly FiredTally[]): Fired {
  const fired = new Map<string, { flag: string; count: number }>();
  for (const { id, severity, count } of tally) {
    const flag = FLAGS[severity];
    const known = fired.get(id);
    const stronger = known && STRONGER.indexOf(known.flag) < STRONGER.indexOf(flag) ? known.flag : flag;
    fired.set(id, { flag: stronger, count: count + (known?.count ?? 0) });
  }
  return fired;
}

function differences(found: Fired, expected: Fired): readonly string[] {
  const text = (fired: Fired, id: string): string => {
    const entry = fired.get(id);
    return entry ? `${entry.flag}×${entry.count}` : 'nothing';
  };
  return [...new Set([...found.keys(), ...expected.keys()])]
    .filter((id) => text(found, id) !== text(expected, id))
    .map((id) => `${id} ${text(found, id)}, recorded ${text(expected, id)}`);
}

/** Published Factur-X rules without an id are identified by their text; the pack written here has one id for elements and one for attributes. */
function byId(fired: NonNullable<RecordedLayer['fired']>): Fired {
  const named = new Map<string, FiredOnce>();
  for (const [text, one] of Object.entries(fired)) {
    const id = !text.startsWith('text:')
      ? text
      : text.startsWith('text:Element')
        ? 'EI-FX-ELEMENT'
        : 'EI-FX-ATTRIBUTE';
    const before = named.get(id);
    named.set(id, before ? { ...before, count: before.count + one.count } : one);
  }
  return named;
}
