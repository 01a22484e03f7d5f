import type { ExpandedName } from '../engine/xml/name-table.ts';

export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** An expanded name as a key, and as libxml2 writes it: `{namespace}local`, or `local` without a namespace. */
export type NameKey = string;

export const nameKey = (namespace: string, local: string): NameKey =>
  namespace === '' ? local : `{${namespace}}${local}`;

export const keyOf = ({ namespace, local }: ExpandedName): NameKey => nameKey(namespace, local);

export const namespaceOfKey = (key: NameKey): string =>
  key.startsWith('{') ? key.slice(1, key.indexOf('}')) : '';
