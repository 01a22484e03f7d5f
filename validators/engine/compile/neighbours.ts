import type { SideAxis } from '../runtime/neighbours.ts';
import type { Axis } from '../xpath/ast.ts';
import type { LabelStep } from '../match/labels.ts';
import { equalityOn } from './equality.ts';
import type { Beside, Cond, Seq, Slot, Value } from './ir.ts';
import { local, many, one } from './make.ts';
import { isTotal } from './total.ts';
import type { Units } from './units.ts';
import { freeSlots } from './walk.ts';

/**
 * `x = preceding::y/z` on many nodes: each evaluation would read all earlier nodes. Instead the first or last occurrence of each text is
 * found once per document (`runtime/neighbours.ts`), if no part of the expression can raise.
 */
export function asNeighbours(
  { slot, seq, cond }: Extract<Cond, { op: 'some' }>,
  units: Units,
): Beside | undefined {
  const side = sideIn(seq);
  const equality = equalityOn(slot, cond);
  if (!side || !equality || !isTotal(seq) || !isTotal(cond)) return undefined;
  const element = units.newSlot('element');
  const items = from(seq, side, one(local(element)));
  if ([...freeSlots(items)].some((free) => free !== element)) return undefined;
  const texts = textsOf(items, slot, equality.item);
  const { axis, test } = side;
  const { namespace, localName } = test.kind === 'name' ? test.name : test;
  const anywhere: LabelStep = { anywhere: true, attribute: false, namespace, localName };
  return {
    form: 'cond',
    op: 'beside',
    axis,
    from: side.from,
    value: equality.other,
    paths: [[anywhere]],
    texts: units.over(element, texts),
  };
}

type AxisSeq = Extract<Seq, { op: 'axis' }>;
type Side = AxisSeq & {
  readonly axis: SideAxis;
  readonly test: Extract<AxisSeq['test'], { kind: 'name' | 'wildcard' }>;
};

const SIDES: ReadonlySet<Axis> = new Set<SideAxis>([
  'preceding',
  'following',
  'preceding-sibling',
  'following-sibling',
]);

/** The sideward step at the beginning of a path. */
function sideIn(seq: Seq): Side | undefined {
  if (seq.op === 'for' || seq.op === 'where') return sideIn(seq.input);
  return isSide(seq) ? seq : undefined;
}

/** Attributes have no siblings, but nodes before and after them: they are left as they are. */
const isSide = (seq: Seq): seq is Side =>
  seq.op === 'axis' &&
  SIDES.has(seq.axis) &&
  (seq.test.kind === 'name' || seq.test.kind === 'wildcard') &&
  seq.from.kind === 'element' &&
  !seq.from.optional;

/** The same path from another start. */
function from(seq: Seq, side: Side, start: Seq): Seq {
  if (seq === side) return start;
  if (seq.op !== 'for' && seq.op !== 'where') return seq;
  return { ...seq, input: from(seq.input, side, start) };
}

function textsOf(input: Seq, slot: Slot, text: Value): Seq {
  return {
    ...many('string', 'any'),
    op: 'for',
    slot,
    input,
    body: { ...many('string', 'flat'), op: 'one', value: text },
  };
}
