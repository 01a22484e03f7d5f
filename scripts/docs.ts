import { writeFileSync } from 'node:fs';
import { configurationPage } from '../src/processes/configuration-page.ts';
import { deliveryPage } from '../src/processes/delivery-page.ts';
import { earlyRuleFiles } from '../validators/packs/expand/write-early-rules.ts';

// First, because the page of the canonical form shows the rules.
for (const { path, text } of earlyRuleFiles()) writeFileSync(new URL(`../${path}`, import.meta.url), text);
const { canonicalPage } = await import('./canonical-page.ts');
const { fa3Page } = await import('./fa3-page.ts');
const { writeExamplePdfs } = await import('./example-pdfs.ts');

/** Writes the generated pages. */
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/delivery.md', import.meta.url), deliveryPage());
writeFileSync(new URL('../docs/canonical-invoice.md', import.meta.url), canonicalPage());
writeFileSync(new URL('../docs/fa3.md', import.meta.url), fa3Page());
await writeExamplePdfs();
