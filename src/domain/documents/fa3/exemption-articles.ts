import { EXEMPTION_REASONS } from '../../invoice/codes/exemption-reasons.ts';

const CODE = /^VATEX-EU-(\d{2,3})(?:-(\d)?([A-Z]{0,2}))?$/;

/** The article of Directive 2006/112/EC that a code (BT-121) stands for; undefined if it stands for none. */
export function articleOf(code: string): string | undefined {
  const [, article, section, letter = ''] = CODE.exec(code) ?? [];
  if (article === undefined) return undefined;
  const steps = [
    `art. ${article}`,
    ...(section === undefined ? [] : [`ust. ${section}`]),
    ...(letter === '' ? [] : [`lit. ${letter.toLowerCase()}`]),
  ];
  return `${steps.join(' ')} dyrektywy 2006/112/WE`;
}

/** Reverse charge, export, intra-Community supply and what is outside of VAT have categories of their own: their codes name no exemption. */
export const namesExemption = (code: string): boolean => !/^VATEX-(?:EU|FR)-(?:AE|G|IC|O)$/.test(code);

const CODES: ReadonlyMap<string, string> = new Map(
  [...EXEMPTION_REASONS].flatMap((code) => {
    const article = articleOf(code);
    return article === undefined ? [] : [[article, code] as const];
  }),
);

/** The code of an article that is written as `articleOf` writes it. */
export const codeOfArticle = (words: string): string | undefined => CODES.get(words);
