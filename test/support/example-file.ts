import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../examples/', import.meta.url);

/** @param name of a file in `examples/`, such as `exports/erp-a-invoice.json`. */
export const examplePath = (name: string): string => fileURLToPath(new URL(name, FOLDER));
export const exampleBytes = (name: string): Buffer => readFileSync(examplePath(name));
export const exampleText = (name: string): string => readFileSync(examplePath(name), 'utf8');
