import type { Syntax } from '../vocabulary/syntax.ts';
import type { DocumentForm, ElementForm } from './document-form.ts';

/**
 * Where a kind of document says what an invoice is listed and checked by, as local names from the root on. Plain data: it is
 * handed to the threads that read files.
 */
export interface FactPlaces {
  readonly syntax: Syntax;
  /** `{namespace}local`. */
  readonly root: string;
  /** BT-24; null where the syntax has none. */
  readonly specification: readonly string[] | null;
  /** BT-1. */
  readonly number: readonly string[];
  /** BT-2. */
  readonly issueDate: readonly string[];
}

/** @throws Error when the form has no place for one of them. */
export function factPlaces({ syntax, expandedRoot: root, elements }: DocumentForm): FactPlaces {
  const at = (term: string): readonly string[] => {
    const path = pathTo(term, elements);
    if (!path) throw new Error(`${syntax} has no place for ${term}`);
    return path;
  };
  return { syntax, root, specification: at('BT-24'), number: at('BT-1'), issueDate: at('BT-2') };
}

function pathTo(term: string, forms: readonly ElementForm[]): readonly string[] | undefined {
  for (const { name, value, elements } of forms) {
    const local = name.slice(name.indexOf(':') + 1);
    if (value?.term === term) return [local];
    const inside = pathTo(term, elements);
    if (inside) return [local, ...inside];
  }
  return undefined;
}
