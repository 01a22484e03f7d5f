/** Where each term stands in each syntax: paths of local names below the root. The build fills it in from `schematron/syntaxes/`. */
declare const TERM_PATHS: Readonly<Record<'ubl' | 'cii', Readonly<Record<string, readonly string[]>>>>;

const CII_ROOT = 'CrossIndustryInvoice';

/** In the order in which the syntax has them; FA(3) has no table. */
export const pathsOf = (term: string, root: string): readonly string[] =>
  (root === 'Faktura' ? undefined : TERM_PATHS[root === CII_ROOT ? 'cii' : 'ubl'][term]) ?? [];
