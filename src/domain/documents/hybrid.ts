import type { Page } from '../page/page.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { HybridParts } from './built-document.ts';
import { XRECHNUNG } from './specifications.ts';

/** How the XML of each specification is embedded in its PDF (Factur-X 1.09.2, 6.2); all others have the level EN 16931. */
const IN_XRECHNUNG = { fileName: 'xrechnung.xml', level: 'XRECHNUNG', version: '3.0' } as const;
const IN_EN16931 = { fileName: 'factur-x.xml', level: 'EN 16931', version: '1.0' } as const;

export const hybridOf = (page: Page, { specification }: DocumentFacts): HybridParts => ({
  ...(specification === XRECHNUNG.specification ? IN_XRECHNUNG : IN_EN16931),
  page: writtenPage(page),
});

const writtenPage = (page: Page): Uint8Array => new TextEncoder().encode(JSON.stringify(page));

/** @param written made by `writtenPage`. */
export const readPage = (written: Uint8Array): Page => JSON.parse(new TextDecoder().decode(written)) as Page;
