import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/** One value of a document that the model cannot hold. */
interface Unheld {
  /** Of its element or attribute: with positions if the parser knows them. */
  readonly path: string;
  /** `no-place`: there is no term for it; `again`: its term has a value already; `unreadable`: the text is no value of its type. */
  readonly why: 'no-place' | 'again' | 'unreadable';
  readonly value: string;
}

/** A file of half a million unknown elements is told by these, and by their count. */
const MAX_UNHELD = 1_000;

/** The values in elements that the model cannot hold, each by itself. */
export class UnheldValues {
  readonly all: Unheld[] = [];
  private total = 0;

  /** How many there are; only the first `MAX_UNHELD` are in `all`. */
  get count(): number {
    return this.total;
  }

  /**
   * @param path of the content, if its element has no location.
   * @param text of one place; left out: all that is in the element.
   */
  add(
    path: string,
    {
      why,
      element,
      text,
    }: { readonly why: Unheld['why']; readonly element: XmlElement; readonly text?: string },
  ): void {
    const own = (): string => element.location?.xpath ?? path.replace(/\/@[^/]*$/, '');
    const [attribute = ''] = /\/@[^/]*$/.exec(path) ?? [];
    if (text === undefined) this.addAll(own, element, why);
    else this.push(() => `${own()}${attribute}`, why, text);
  }

  private addAll(path: () => string, element: XmlElement, why: Unheld['why']): void {
    const { attributes, elements } = element;
    this.push(path, why, element.ownText);
    for (const [name, value] of attributes) this.push(() => `${path()}/@${local(name)}`, why, value);
    for (const inner of elements)
      this.addAll(() => inner.location?.xpath ?? `${path()}/${local(inner.name)}`, inner, why);
  }

  /** An element without a text states nothing. */
  private push(path: () => string, why: Unheld['why'], text: string): void {
    const value = text.trim();
    if (value === '') return;
    this.total += 1;
    if (this.all.length < MAX_UNHELD) this.all.push({ path: path(), why, value });
  }
}

const local = (name: string): string => name.slice(name.indexOf('}') + 1);
