import type { En16931Invoice } from '../invoice/en16931.ts';
import type { DocumentForm, ElementForm } from './document-form.ts';
import { Walk } from './walk.ts';
import { Writer } from './write-document.ts';

/** The content at a place of a written document. */
export interface Located {
  /** The terms in the element, its own first. */
  readonly terms: readonly string[];
  /** Of the entries around it, outermost first. */
  readonly indices: readonly number[];
  /** The caller's member, if it is no term. */
  readonly field?: string;
}

/** Tells the origin of a document's elements. */
export interface Locates {
  locate(xpath: string): Located | undefined;
}

interface Step {
  readonly name: string;
  /** Among its siblings of the same name, from 0. */
  readonly position: number;
}

/** Finds places in a document that a form has written. */
export class Locator implements Locates {
  private readonly walk: Walk;
  private readonly writer: Writer;

  constructor(
    private readonly form: DocumentForm,
    invoice: En16931Invoice,
  ) {
    this.walk = new Walk(invoice);
    this.writer = new Writer(this.walk);
  }

  /** @param xpath names as written, with positions: `/Invoice/cac:InvoiceLine[3]/cbc:ID/@schemeID`. */
  locate(xpath: string): Located | undefined {
    const [root, ...steps] = stepsOf(xpath);
    if (root?.name !== this.form.root) return undefined;
    return steps.length === 0 ? { terms: [], indices: [] } : this.among(this.form.elements, steps);
  }

  private among(forms: readonly ElementForm[], [step, ...rest]: readonly Step[]): Located | undefined {
    if (!step) return undefined;
    let before = 0;
    for (const form of forms.filter(({ name, readOnly }) => name === step.name && !readOnly)) {
      const count = this.count(form);
      if (step.position < before + count) return this.enter(form, step.position - before, rest);
      before += count;
    }
    return undefined;
  }

  /** How often the element is written. An entry of a list always has content, unless the element asks for more. */
  private count(form: ElementForm): number {
    if (form.once && !this.walk.isFirst) return 0;
    const entries = form.list ? this.walk.countOf(form.list) : 0;
    if (entries > 0) return isConditional(form) ? this.writtenEntries(form).length : entries;
    const isOnce = form.list === undefined || form.list.holdsOuter;
    const isWritten = (): boolean => this.writer.isWritten(form);
    return isOnce &&
      (form.otherwise !== undefined || (form.list ? this.walk.inside(form.list, 0, isWritten) : isWritten()))
      ? 1
      : 0;
  }

  private writtenEntries(form: ElementForm): readonly number[] {
    const { list } = form;
    if (!list) return [];
    return Array.from({ length: this.walk.countOf(list) }, (_, index) => index).filter((index) =>
      this.walk.inside(list, index, () => this.writer.isWritten(form)),
    );
  }

  private enter(form: ElementForm, position: number, rest: readonly Step[]): Located | undefined {
    const look = (): Located | undefined => this.inside(form, rest);
    if (!form.list) return look();
    const index = isConditional(form) ? (this.writtenEntries(form)[position] ?? position) : position;
    return this.walk.inside(form.list, index, look);
  }

  private inside(form: ElementForm, rest: readonly Step[]): Located | undefined {
    const [step] = rest;
    const indices = [...this.walk.indices];
    if (!step) return { terms: termsIn(form), indices };
    if (!step.name.startsWith('@')) return this.among(form.elements, rest);
    const attribute = form.attributes.find(({ name }) => `@${name}` === step.name);
    return { terms: attribute?.value ? [attribute.value.term] : termsIn(form), indices };
  }
}

const isConditional = ({ conditions }: ElementForm): boolean => conditions.length > 0;

function stepsOf(xpath: string): Step[] {
  return xpath
    .split('/')
    .slice(1)
    .map((step) => {
      const [, name = '', position = '1'] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [];
      return { name, position: Number(position) - 1 };
    });
}

export const termsIn = (form: ElementForm): readonly string[] => [
  ...new Set([
    ...(form.value ? [form.value.term] : []),
    ...(form.opening ? [form.opening.value.term] : []),
    ...form.attributes.flatMap(({ value }) => (value ? [value.term] : [])),
    ...form.elements.filter(({ readOnly }) => !readOnly).flatMap(termsIn),
  ]),
];
