import { LIMITS, PackTooLarge } from './limits.ts';
import type { Place } from './schema.ts';
import type { SourceElement } from './source.ts';

/** Adds up the size of a pack while its includes and abstract patterns are written out. */
export class PackSize {
  private elements = 0;
  private characters = 0;

  /** Counts an element without its children. @throws PackTooLarge */
  add({ attributes, content, at }: SourceElement): void {
    this.elements += 1;
    if (this.elements > LIMITS.elements) refuse(at, `${LIMITS.elements} elements`);
    for (const { value } of attributes) this.addText(value, at);
    for (const node of content) if (typeof node === 'string') this.addText(node, at);
  }

  /** @throws PackTooLarge */
  addText(text: string, at: Place): void {
    this.characters += text.length;
    if (this.characters > LIMITS.characters) refuse(at, `${LIMITS.characters} characters`);
  }
}

function refuse(at: Place, most: string): never {
  throw new PackTooLarge(at, `more than ${most} once includes and abstract patterns are written out`);
}
