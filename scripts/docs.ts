import { writeFileSync } from 'node:fs';
import { canonicalPage } from './canonical-page.ts';
import { configurationPage } from '../src/processes/configuration-page.ts';

/** Writes the pages that are made from code. */
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/canonical-invoice.md', import.meta.url), canonicalPage());
