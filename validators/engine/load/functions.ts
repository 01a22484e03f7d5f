import { PackRefused } from './pack-refused.ts';
import type { Expression, Instruction, Param, XslFunction } from './schema.ts';
import { type SourceElement, attributeOf, childElements, isElement } from './source.ts';

/** Reads `xsl:function`; its grammar is checked already. */
export function readFunction(element: SourceElement, namespaces: ReadonlyMap<string, string>): XslFunction {
  const name = attributeOf(element, 'name') ?? '';
  const [prefix, localName, ...rest] = name.split(':');
  const namespace = prefix === undefined ? undefined : namespaces.get(prefix);
  if (namespace === undefined || !localName || rest.length > 0)
    throw new PackRefused(element.at, 'a function needs a prefix that is declared', name);
  const params = childElements(element).filter((child) => child.localName === 'param');
  return {
    namespace,
    localName,
    at: element.at,
    params: params.map(readParam),
    as: attributeOf(element, 'as'),
    body: instructionsIn({
      ...element,
      content: element.content.filter((node) => !params.some((p) => p === node)),
    }),
  };
}

function readParam(element: SourceElement): Param {
  return { name: attributeOf(element, 'name') ?? '', as: attributeOf(element, 'as') };
}

function instructionsIn(element: SourceElement): Instruction[] {
  return element.content.flatMap((node): Instruction[] => {
    if (isElement(node)) return [instruction(node)];
    // XSLT strips white space between instructions and keeps every other text.
    return node.trim() ? [{ kind: 'text', text: node, at: element.at }] : [];
  });
}

function instruction(element: SourceElement): Instruction {
  const { at } = element;
  switch (element.localName) {
    case 'variable':
      return {
        kind: 'variable',
        name: attributeOf(element, 'name') ?? '',
        as: attributeOf(element, 'as'),
        value: value(element),
        at,
      };
    case 'sequence':
      return { kind: 'sequence', select: expressionIn(element, 'select') };
    case 'value-of':
      return { kind: 'value-of', select: expressionIn(element, 'select') };
    case 'text':
      return { kind: 'text', text: element.content.join(''), at };
    case 'choose':
      return choose(element);
    default:
      throw new PackRefused(at, `instruction ${element.localName} is not supported`);
  }
}

function value(variable: SourceElement): Expression | Instruction[] {
  const select = attributeOf(variable, 'select');
  const content = instructionsIn(variable);
  if (select !== undefined && content.length > 0)
    throw new PackRefused(variable.at, 'a variable has select or content, not both', select);
  return select === undefined ? content : { text: select, at: variable.at };
}

function choose(element: SourceElement): Instruction {
  const children = childElements(element);
  const last = children.at(-1);
  const otherwise = last?.localName === 'otherwise' ? last : undefined;
  const whens = children.filter((child) => child !== otherwise);
  const stray = whens.find((child) => child.localName !== 'when');
  if (stray || whens.length === 0)
    throw new PackRefused(stray?.at ?? element.at, 'choose is when…, then at most one otherwise');
  return {
    kind: 'choose',
    branches: whens.map((when) => ({ test: expressionIn(when, 'test'), body: instructionsIn(when) })),
    otherwise: otherwise && instructionsIn(otherwise),
    at: element.at,
  };
}

/** An attribute that the grammar requires. */
export function expressionIn(element: SourceElement, attribute: string): Expression {
  const text = attributeOf(element, attribute);
  if (text === undefined) throw new PackRefused(element.at, `${element.localName} lacks ${attribute}`);
  return { text, at: element.at };
}
