import { type SourceElement, attributeOf, isElement } from '../source.ts';
import {
  contentOf,
  elementsOf,
  isReport,
  isXsl,
  nameOf,
  onlyElement,
  refuse,
  refuseElement,
  required,
  schematron,
  squeezed,
  takeOnly,
} from './elements.ts';

/** A variable of a stylesheet as a `let`. @throws PackRefused if it has a type or content. */
export function readLet(variable: SourceElement): SourceElement {
  takeOnly(variable, 'name', 'select');
  elementsOf(variable).forEach((child) => refuseElement(child, variable));
  const [name, value] = [required(variable, 'name'), required(variable, 'select')];
  return schematron(variable.at, 'let', { name, value });
}

/**
 * An assert or report, from what the compilers write for it:
 * - the ISO skeleton: `choose` with an empty `when`, and `if`;
 * - SchXslt: `if` with `not(…)` for an assert;
 * - SchXslt 2: the same inside a `choose` for its severity.
 * @throws PackRefused
 */
export function readTest(element: SourceElement): SourceElement {
  if (isXsl(element, 'if')) return readIf(element);
  if (!isXsl(element, 'choose'))
    return refuse(element, `element ${nameOf(element)} in a rule is not understood`);
  takeOnly(element);
  const [when, otherwise, more] = elementsOf(element);
  if (!when || !isXsl(when, 'when') || !otherwise || !isXsl(otherwise, 'otherwise') || more)
    return refuse(element, 'a choose in a rule is one when and one otherwise');
  takeOnly(when, 'test');
  takeOnly(otherwise);
  if (contentOf(when).length > 0) return readSevere(when, otherwise);
  return testOf(firedIn(otherwise, 'failed-assert'), required(when, 'test'), when);
}

function readIf(element: SourceElement): SourceElement {
  takeOnly(element, 'test');
  const test = required(element, 'test');
  const fired = firedIn(element, 'failed-assert', 'successful-report');
  if (isReport(fired, 'successful-report')) return testOf(fired, test, element);
  const stated = statedTest(fired);
  if (squeezed(test) !== squeezed(`not(${stated})`))
    return refuse(element, 'the test of this assert is not the one that its report states', test);
  return testOf(fired, test.trim().slice('not('.length, -1), element);
}

/** SchXslt 2 runs a test from a severity on; each of ours runs, so only its lowest severity is understood. */
const SEVERE =
  /^Q\{[^}]*map\}get\(\$Q\{[^}]*schxslt\}severity, '[^']*'\) ge Q\{[^}]*schxslt\}numeric-severity\('info'\)$/;

function readSevere(when: SourceElement, otherwise: SourceElement): SourceElement {
  const test = required(when, 'test');
  if (!SEVERE.test(squeezed(test))) return refuse(when, 'this condition of a test is not understood', test);
  for (const child of elementsOf(otherwise))
    if (!isReport(child, 'skipped-assert', 'skipped-report')) refuseElement(child, otherwise);
  const inner = onlyElement(when);
  return isXsl(inner, 'if') ? readIf(inner) : refuseElement(inner, when);
}

/** What a test writes if it fires; SchXslt 2 writes it by way of a variable. */
function firedIn(element: SourceElement, ...names: readonly string[]): SourceElement {
  const [first, second, more] = elementsOf(element);
  if (first && second && !more && isXsl(first, 'variable') && isXsl(second, 'sequence')) {
    takeOnly(first, 'name', 'as');
    takeOnly(second, 'select');
    if (attributeOf(second, 'select') !== `$${attributeOf(first, 'name')}`) refuseElement(second, element);
    return firedIn(first, ...names);
  }
  const fired = onlyElement(element);
  return isReport(fired, ...names) ? fired : refuseElement(fired, element);
}

/** Attributes of a report that say where and what was tested: no part of a rule. */
const OUTPUT = ['location', 'test', 'patternId'];
const PARTS = ['id', 'flag', 'role'];

function testOf(fired: SourceElement, test: string, { at }: SourceElement): SourceElement {
  const values = new Map<string, string>();
  for (const { namespace, localName, value } of fired.attributes) {
    if (namespace !== '' || ![...PARTS, ...OUTPUT].includes(localName))
      refuse(
        fired,
        `attribute ${nameOf({ namespace, localName })} of ${nameOf(fired)} is not understood`,
        value,
      );
    if (PARTS.includes(localName)) values.set(localName, literal(value, fired));
  }
  let message: readonly (SourceElement | string)[] | undefined;
  for (const child of elementsOf(fired)) {
    if (isXsl(child, 'attribute')) {
      const name = required(child, 'name');
      if (PARTS.includes(name)) values.set(name, textIn(child));
      else if (!OUTPUT.includes(name))
        refuse(child, `attribute ${name} of ${nameOf(fired)} is not understood`);
    } else if (isReport(child, 'text') && !message) message = readMessage(child);
    else refuseElement(child, fired);
  }
  const kind = isReport(fired, 'failed-assert') ? 'assert' : 'report';
  return schematron(at, kind, { test, ...Object.fromEntries(values) }, message);
}

/** A value in which braces would enclose an expression. */
function literal(value: string, element: SourceElement): string {
  if (/[{}]/.test(value.replace(/\{\{|\}\}/g, ''))) refuse(element, 'an expression in an attribute is not understood', value); // prettier-ignore
  return value.replace(/\{\{/g, '{').replace(/\}\}/g, '}');
}

/** @throws PackRefused if it is more than text. */
function textIn(element: SourceElement): string {
  takeOnly(element, 'name');
  return contentOf(element)
    .map((node) => (isElement(node) ? refuseElement(node, element) : node))
    .join('');
}

function statedTest(fired: SourceElement): string {
  const own = attributeOf(fired, 'test');
  if (own !== undefined) return literal(own, fired);
  const made = elementsOf(fired).find(
    (child) => isXsl(child, 'attribute') && attributeOf(child, 'name') === 'test',
  );
  return made ? textIn(made) : refuse(fired, `${nameOf(fired)} does not state its test`);
}

function readMessage(text: SourceElement): readonly (SourceElement | string)[] {
  takeOnly(text);
  return contentOf(text).flatMap((node): readonly (SourceElement | string)[] => {
    if (!isElement(node)) return [node];
    if (isXsl(node, 'text')) {
      takeOnly(node);
      return contentOf(node).map((part) => (isElement(part) ? refuseElement(part, node) : part));
    }
    if (!isXsl(node, 'value-of')) return refuseElement(node, text);
    takeOnly(node, 'select');
    elementsOf(node).forEach((child) => refuseElement(child, node));
    return [schematron(node.at, 'value-of', { select: required(node, 'select') })];
  });
}
