import { say } from '../../vocabulary/message.ts';
import { PdfBroken } from '../read/failure.ts';
import type { PdfDict } from '../read/objects.ts';
import { type PdfObject } from '../read/objects.ts';
import type { PdfFile } from '../read/pdf-file.ts';

export interface Page {
  readonly dict: PdfDict;
  /** Its own, else those of the parent node. */
  readonly resources: PdfDict | undefined;
  readonly hasOwnResources: boolean;
}

const MAX_PAGES = 5_000;

/** The pages in order. */
export function pagesOf(file: PdfFile): readonly Page[] {
  const pages: Page[] = [];
  const visited = new Set<PdfDict>();
  const pending: (readonly [PdfObject, PdfDict | undefined])[] = [
    [file.entry(file.catalog, 'Pages'), undefined],
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, inherited] = next;
    const dict = file.dict(node);
    if (!dict) continue;
    if (visited.has(dict)) throw new PdfBroken(say('pdfa.its-pages-go-round-in-circle'));
    visited.add(dict);
    if (visited.size > MAX_PAGES) throw new PdfBroken(say('pdfa.it-has-too-many-pages'));
    const own = file.dict(dict.entries.get('Resources'));
    const resources = own ?? inherited;
    const kids = file.array(dict.entries.get('Kids'));
    if (kids.length === 0) pages.push({ dict, resources, hasOwnResources: own !== undefined });
    else for (const kid of kids.toReversed()) pending.push([kid, resources]);
  }
  return pages;
}
