import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Chance } from './chance.ts';
import type { Tenant } from './tenants.ts';
import type { Json } from './values.ts';

const FOLDER = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** Many invoices of a thousand lines would leave no time for anything else. */
const LARGEST_BYTES = 20_000;

const EXAMPLES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => readFileSync(`${FOLDER}${name}`, 'utf8'))
  .filter((text) => text.length < LARGEST_BYTES);

interface Example {
  readonly invoice_ref: string;
  readonly document: {
    readonly invoice: { readonly number: string };
    readonly seller: { readonly name: string };
    readonly lines: readonly { readonly name: string }[];
  };
}

/** One of `examples/` with its own number and the marker of the client. */
export function markedExample({ name, mark }: Tenant, chance: Chance): Json {
  const example = JSON.parse(chance.pick(EXAMPLES)) as Example;
  const { document } = example;
  const number = `RE-${name}-${chance.below(1e9)}`;
  return {
    ...example,
    invoice_ref: number,
    document: {
      ...document,
      invoice: { ...document.invoice, number },
      seller: { ...document.seller, name: `${document.seller.name} ${mark}` },
      lines: document.lines.map((line) => ({ ...line, name: `${line.name} ${mark}` })),
    },
  } as unknown as Json;
}
