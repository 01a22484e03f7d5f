/** The languages of the texts that people read. English is the one that the texts are written in. */
export const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ro'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages that texts are translated into. */
export const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** The texts of a language tag: `de-AT` reads `de`. Undefined if there are none. */
function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/**
 * The language that a call asks for: `lang` of its query, then `Accept-Language` (RFC 9110 section 12.5.4). Undefined if it asks for none
 * that has texts.
 */
export const wishedLanguage = (lang: string, acceptLanguage: string): Language | undefined =>
  languageOf(lang) ?? preferred(acceptLanguage);

/** More ranges than these are not read. */
const MAX_RANGES = 20;

function preferred(acceptLanguage: string): Language | undefined {
  const ranges = acceptLanguage
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      return { language: languageOf(tag), weight: weightIn(parameters) };
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0);
  // The sort is stable: of equal weights the first one wins.
  return ranges.toSorted((one, other) => other.weight - one.weight)[0]?.language;
}

function weightIn(parameters: readonly string[]): number {
  const [, weight] = parameters.map((one) => /^\s*q=([\d.]{1,5})\s*$/.exec(one)).find(Boolean) ?? [];
  return weight === undefined ? 1 : Number(weight) || 0;
}
