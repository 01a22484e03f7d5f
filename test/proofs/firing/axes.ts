import type { NodeTest, Step } from 'en16931-rules/engine/xpath/ast.ts';
import { Elem, type Place } from './tree.ts';

export type AxisStep = Extract<Step, { kind: 'axis' }>;

/** `//`, which is combined with the next step. */
export const isAnywhere = (step: Step): boolean =>
  step.kind === 'axis' &&
  step.axis === 'descendant-or-self' &&
  step.test.kind === 'node' &&
  step.predicates.length === 0;

/** Existing nodes that a step leads to; predicates are ignored. */
export function onAxis(from: Place, { axis, test }: AxisStep, anywhere: boolean): Place[] {
  if (anywhere && (axis === 'child' || axis === 'attribute')) {
    const elements = from instanceof Elem ? [from, ...from.below()] : [];
    return elements.flatMap((element) => (axis === 'child' ? element.children : attributesOf(element)).filter((each) => isNamed(each, test))); // prettier-ignore
  }
  return reached(from, axis).filter((each) => isNamed(each, test));
}

const attributesOf = (element: Elem): Place[] => [...element.attributes.values()];

function reached(from: Place, axis: AxisStep['axis']): readonly Place[] {
  const above = ancestors(from);
  const siblings: Elem[] = from instanceof Elem ? (from.parent?.children ?? []) : [];
  const index = siblings.indexOf(from as Elem);
  switch (axis) {
    case 'self':
      return [from];
    case 'child':
      return from instanceof Elem ? from.children : [];
    case 'attribute':
      return from instanceof Elem ? attributesOf(from) : [];
    case 'parent':
      return above.slice(0, 1);
    case 'ancestor':
      return above;
    case 'ancestor-or-self':
      return [from, ...above];
    case 'descendant':
      return from instanceof Elem ? [...from.below()] : [];
    case 'descendant-or-self':
      return from instanceof Elem ? [from, ...from.below()] : [from];
    case 'preceding-sibling':
    case 'preceding':
      return siblings.slice(0, Math.max(0, index));
    default:
      return siblings.slice(index + 1);
  }
}

function ancestors(from: Place): Elem[] {
  const found: Elem[] = [];
  for (let up = from.parent; up; up = up.parent) found.push(up);
  return found;
}

function isNamed(node: Place, test: NodeTest): boolean {
  if (test.kind !== 'name' && test.kind !== 'wildcard') return test.kind === 'node';
  if (node instanceof Elem && !node.parent) return false;
  const namespace = node instanceof Elem ? node.namespace : '';
  const wanted = test.kind === 'name' ? test.name : test;
  return (
    (wanted.namespace === undefined || wanted.namespace === namespace) &&
    (wanted.localName === undefined || wanted.localName === node.name)
  );
}
