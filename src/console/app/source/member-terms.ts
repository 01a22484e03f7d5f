import type { Step } from './json-source.ts';

/**
 * The term of each member of the canonical invoice and of the totals of the ERP, by its path: `lines[].unit_price`. The build fills it in
 * from the schema.
 */
declare const MEMBER_TERMS: Readonly<Record<string, string>>;

/** The path of a member as the table has it: from the document on, an entry of a list as `[]`. */
function patternOf(path: readonly Step[]): string {
  const steps = path[0] === 'document' ? path.slice(1) : path;
  return steps.reduce<string>(
    (pattern, step) =>
      typeof step === 'number' ? `${pattern}[]` : pattern === '' ? step : `${pattern}.${step}`,
    '',
  );
}

export const termAt = (path: readonly Step[]): string | undefined => {
  const pattern = patternOf(path);
  return Object.hasOwn(MEMBER_TERMS, pattern) ? MEMBER_TERMS[pattern] : undefined;
};

/** Where a term or a group stands in the document, `lines[].name`; several members may state one, and the first is the usual one. */
export const memberOf = (term: string): string | undefined =>
  Object.keys(MEMBER_TERMS).find((path) => MEMBER_TERMS[path] === term && !path.startsWith('erp_totals.'));

export interface MembersOfGroup {
  readonly term: string;
  /** Names of the single values in it; a list or a group within it is none. */
  readonly names: readonly string[];
}

/** Undefined of a member that is one value, or is unknown. */
export function groupAt(path: readonly Step[]): MembersOfGroup | undefined {
  const pattern = patternOf(path);
  const inner = Object.keys(MEMBER_TERMS).flatMap((each) =>
    each.startsWith(`${pattern}.`) ? [each.slice(pattern.length + 1)] : [],
  );
  const names = inner.filter(
    (name) => !/[.[]/.test(name) && !inner.some((each) => each.startsWith(`${name}.`)),
  );
  return inner.length === 0 ? undefined : { term: termAt(path) ?? '', names };
}
