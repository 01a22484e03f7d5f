import { KeptFile } from './kept-file.ts';

const MAX_KEPT_BYTES = 16_000_000;

interface KeptPage {
  readonly file: KeptFile;
  readonly contentLanguage: string;
}

interface Kept extends KeptPage {
  readonly source: unknown;
}

/** Pages by language and by what was asked for. Those that were not read for the longest time make room. */
export class KeptPages {
  private readonly pages = new Map<string, Kept>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_KEPT_BYTES) {}

  /** @param source what the page is made from: with another one it is made again. */
  get(
    name: string,
    source: unknown,
    make: () => { readonly text: string; readonly contentLanguage: string },
  ): KeptPage {
    const known = this.drop(name);
    const page = known && known.source === source ? known : { ...this.made(make), source };
    this.pages.set(name, page);
    this.bytes += page.file.bytes.length;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
    return page;
  }

  private made(make: Parameters<KeptPages['get']>[2]): KeptPage {
    const { text, contentLanguage } = make();
    return { file: new KeptFile(Buffer.from(text)), contentLanguage };
  }

  private drop(name: string): Kept | undefined {
    const known = this.pages.get(name);
    if (known) this.bytes -= known.file.bytes.length;
    this.pages.delete(name);
    return known;
  }
}
