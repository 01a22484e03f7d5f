import { type Processing, type Wildcard, wildcardOf } from '../wildcard.ts';
import { SchemaRefused } from '../unsupported.ts';
import type { SchemaNode } from './schema-node.ts';

const PROCESSING: readonly Processing[] = ['strict', 'lax', 'skip'];

/** Of `any` and `anyAttribute` (part 1, 3.10.2). */
export function readWildcard(node: SchemaNode): Wildcard {
  node.only('namespace', 'processContents', 'minOccurs', 'maxOccurs');
  const stated = node.token('processContents') ?? 'strict';
  const processing = PROCESSING.find((one) => one === stated);
  if (!processing) throw new SchemaRefused(`processContents ${stated}`);
  const { target } = node;
  const namespaces = node.token('namespace') ?? '##any';
  if (namespaces === '##any') return wildcardOf(processing, { kind: 'any' });
  // 3.10.4: neither the target namespace nor none.
  if (namespaces === '##other') return wildcardOf(processing, { kind: 'other', target });
  const names = namespaces
    .split(/\s+/)
    .map((one) => (one === '##targetNamespace' ? target : one === '##local' ? '' : one));
  return wildcardOf(processing, { kind: 'listed', names });
}
