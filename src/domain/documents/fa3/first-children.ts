import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/** The first child of each name: the schema allows one. A file may have half a million children, so they are read once. */
export class FirstChildren {
  private readonly byName = new Map<string, XmlElement>();
  private readonly seen = new Map<string, FirstChildren>();

  constructor(
    private readonly element: XmlElement | undefined,
    private readonly namespace: string,
  ) {
    for (const child of element?.elements ?? [])
      if (!this.byName.has(child.name)) this.byName.set(child.name, child);
  }

  get isThere(): boolean {
    return this.element !== undefined;
  }

  in(name: string): FirstChildren {
    const cached = this.seen.get(name) ?? new FirstChildren(this.find(name), this.namespace);
    this.seen.set(name, cached);
    return cached;
  }

  text(name: string): string | undefined {
    return this.find(name)?.text.trim();
  }

  private find(name: string): XmlElement | undefined {
    return this.byName.get(`{${this.namespace}}${name}`);
  }
}
