import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../src/client/', import.meta.url);

export interface DocstringExample {
  /** The class, member or function that the docstring explains. */
  readonly of: string;
  readonly code: string;
}

/** What the examples use without stating it. */
const PREAMBLE = `import { DeliveryService, ServiceProblem, verifyWebhook } from 'invoice-delivery-service/client';
import { document, key, submission, url, withoutSeller } from './given.ts';
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';
`;

/** Every \`@example\` of the client library. */
export function docstringExamples(): readonly DocstringExample[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && name !== 'api-types.ts')
    .flatMap((name) => examplesIn(readFileSync(new URL(name, FOLDER), 'utf8')));
}

function examplesIn(text: string): readonly DocstringExample[] {
  const docstrings = text.matchAll(/\/\*\*((?:(?!\*\/)[^])*?)@example((?:(?!\*\/)[^])*)\*\/\s*([^\n]*)/g);
  return Array.from(docstrings, ([, , example = '', head = '']) => ({
    of: nameIn(head),
    code: (/```ts\n([^]*?)```/.exec(example)?.[1] ?? '').replaceAll(/^ *\* ?/gm, ''),
  }));
}

/** `export async function verifyWebhook(delivery` → `verifyWebhook` */
const nameIn = (head: string): string =>
  head.replaceAll(/\b(export|async|function|class|readonly|extends .*)\b/g, '').match(/\w+/)?.[0] ?? head;

/** The statements of an example in a module of its own, for a service at \`given.ts\`. */
export function moduleOf({ code }: DocstringExample): string {
  const imports = code.match(/^import .*$/gm) ?? [];
  const rest = code.replaceAll(/^import .*\n/gm, '');
  const given = /\bnew DeliveryService\b/.test(rest)
    ? ''
    : 'const service = new DeliveryService({ url, key });\n';
  const body = rest
    .replace("url: 'http://localhost:8080', key: 'ids_test_…'", 'url, key')
    .replace('receiver.listen(9000)', 'receiver.listen(0)');
  return `${imports.join('\n')}\n${PREAMBLE}${given}${body}`;
}
