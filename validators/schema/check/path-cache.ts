import type { Document } from '../../engine/xml/document.ts';

/** What was found for label paths: that of shared ones is kept, that of a document's own ones ends with it. */
export class PathCache<T> {
  private readonly own: (T | undefined)[] = [];
  private readonly offset: number;

  constructor(
    private readonly shared: (T | undefined)[],
    { vocabulary }: Document,
  ) {
    this.offset = vocabulary.paths.offset;
  }

  get(path: number): T | undefined {
    return path < this.offset ? this.shared[path] : this.own[path - this.offset];
  }

  set(path: number, value: T): T {
    if (path < this.offset) this.shared[path] = value;
    else this.own[path - this.offset] = value;
    return value;
  }
}
