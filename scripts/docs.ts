import { readFileSync, writeFileSync } from 'node:fs';
import { configurationPage } from '../src/processes/configuration-page.ts';
import { deliveryPage } from '../src/processes/delivery-page.ts';
import { pathOf, presentChanges } from './docs/api-changes.ts';
import { canonicalPage } from './docs/canonical-page.ts';
import { writeExamplePdfs } from './docs/example-pdfs.ts';
import { fa3Page } from './docs/fa3-page.ts';
import { shippedRules } from './docs/shipped-rules.ts';
import { termsPage } from './docs/terms-page.ts';
import { webhookPage } from './docs/webhook-page.ts';

if (process.argv[2] === 'pictures') await import('./docs/pictures.ts');
else await writePages();

/** Writes the generated pages. */
async function writePages(): Promise<void> {
  writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
  writeFileSync(new URL('../docs/delivery.md', import.meta.url), deliveryPage());
  writeFileSync(new URL('../docs/canonical-invoice.md', import.meta.url), canonicalPage());
  writeFileSync(new URL('../docs/fa3.md', import.meta.url), fa3Page());
  const terms = new URL('../docs/terms.md', import.meta.url);
  writeFileSync(terms, termsPage(readFileSync(terms, 'utf8')));
  const webhooks = new URL('../docs/webhooks.md', import.meta.url);
  writeFileSync(webhooks, await webhookPage(readFileSync(webhooks, 'utf8')));
  writeFileSync(
    new URL('../schematron/shipped-rules.json', import.meta.url),
    `${JSON.stringify(shippedRules(), null, 2)}\n`,
  );
  writeFileSync(pathOf('unreleased'), `${JSON.stringify(presentChanges(), null, 2)}\n`);
  await writeExamplePdfs();
}
