import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';
import { bundleParts } from './openapi-parts.mjs';

/** Checks openapi.yaml against its parts, its standard and the rules of readable descriptions. Exit code 1 on any error. */
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // /health and the descriptive paths need no key; everything else names its scheme at the top.
    'security-defined': 'error',
    'operation-4xx-response': 'error',
    'no-unused-components': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-server-example.com': 'off',
    // The operator sets the address; the service serves the description.
    'no-empty-servers': 'off',
  },
});
const ref = fileURLToPath(new URL('../openapi.yaml', import.meta.url));
const problems = await lint({ ref, config });
formatProblems(problems, { format: 'codeframe', totals: getTotals(problems) });
const isBundled = readFileSync(ref, 'utf8') === bundleParts();
if (!isBundled) console.error('openapi.yaml differs from its parts in openapi/: npm run docs writes it.');
process.exitCode = getTotals(problems).errors > 0 || !isBundled ? 1 : 0;
