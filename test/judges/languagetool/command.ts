import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TRANSLATED } from '../../../src/domain/words/language.ts';
import { messagesOf } from '../../../src/processes/read-words.ts';
import { findJudge } from '../../support/judges.ts';

/** `npx tsx test/judges/languagetool/command.ts pl findings`: what LanguageTool finds in the files of a language whose path has that word. */

const PROGRAM = fileURLToPath(new URL('Judge.java', import.meta.url));
const CODES = { de: 'de-DE', fr: 'fr', pl: 'pl-PL', ro: 'ro-RO' } as const;

/** Rules that are switched off, and why. */
const OFF: readonly (readonly [rules: RegExp, why: string])[] = [
  [/^UPPERCASE_SENTENCE_START$|^DOPPELPUNKT_GROSS$/, 'parts of sentences, and parts behind a colon'],
  [/WORD_REPEAT/, 'two values stand beside each other'],
  [
    /^(?:DE_CASE|KLEIN_NACH_PUNKT|DE_SENTENCE_WHITESPACE|BRAK_SPACJI.*|SPACJA_ZNAK_ROWNOSCI)$/,
    'names with dots and signs',
  ],
  [
    /^(?:LEERZEICHEN_.*|AUSLASSUNGSPUNKTE_LEERZEICHEN|SKROT.*|NIETYPOWA_KOMBINACJA.*|LICZEBNIKI|FORMAT_DZIESIETNY)$/,
    'codes',
  ],
  [/UNPAIRED|WHITESPACE|^LACZNIK_MYSLNIK$|^GHILIMELE/, 'signs that are named'],
  [/^(?:ERSATZINFINITIV|EINES_GENITIV|KOMMA_VOR_UND_ODER|ALL_ALLE)$/, 'both forms are right'],
  [/^POINTS?(?:_2)?$|^DET_MAJ_SENT_START$|^SUIS$|^NE_IMP_PAS$/, 'titles and parts of sentences, in French'],
  [
    /^NOMBRES_EN_LETTRES|^AGREEMENT_NUMERAL_PLURAL$|^ESPACE_UNITES$/,
    'figures, and 5 in place of each number',
  ],
  [
    /^(?:ELISION|ESPACE_APRES_POINT|DEUX_POINTS_ESPACE|POINTS_SUSPENSIONS_SPACE|APOS_INCORRECT)$/,
    'ABC in place of a value, codes',
  ],
  [
    /^(?:TIRET|MOT_TRAIT_MOT|DANS_MAISON|CONFUSION_DANS_SUR|CONFUSION_E_ER)$/,
    'names of terms, members and files',
  ],
  [
    /^A(?:_A)?_ACCENT$|^AUX_AVOIR_VCONJ$|^AGREEMENT_POSTPONED_ADJ$/,
    '"a" that has, an "avoir" that is a credit note, "TVA comprise"',
  ],
  [
    /^PAS_DE_VIRGULE$|^PLACE_ADJ$|^FR_REPEATEDWORDS$|^J_N2?$|^OU$/,
    'style; "codice fiscale"; "ou" after a verb',
  ],
  [/^CACOFONIE|^Z_ZE$|^ESTE_FRUMOSI$|^PREP_CASUS$/, 'style, and names of members beside a preposition'],
];

interface Line {
  readonly english: string;
  readonly text: string;
}

/** Words of the trade that a dictionary lacks: terms of the tax administration. */
const TERMS_OF_THE_TRADE = /^(?:auto-?(?:liquidation|facturation|facture)s?|affactureurs?)$/;

/** A word of the English text, a code or a name is kept as it is, so it is no word of the language. */
const isKept = (word: string, { english }: Line): boolean =>
  english.includes(word) || TERMS_OF_THE_TRADE.test(word) || /[\d_./]|\p{Lu}{2}/u.test(word);

const [language, part = ''] = process.argv.slice(2);
const chosen = TRANSLATED.find((one) => one === language);
if (!chosen) throw new Error(`a language of ${TRANSLATED.join(', ')} is expected`);
const english = messagesOf('en');
const lines: readonly Line[] = [...messagesOf(chosen)]
  .filter(([id]) => id.includes(part))
  .map(([id, message]) => ({
    english: english.get(id) ?? '',
    text: message.replaceAll(/\{[^{}]*\}/g, 'ABC'),
  }));
const input = lines.map(({ text }) => `${CODES[chosen]}\t${text.replaceAll(/\s+/g, ' ')}\n`).join('');
const classPath = `${findJudge('languagetool').folder}/*`;
const printed = execFileSync('java', ['-cp', classPath, PROGRAM], {
  input,
  encoding: 'utf8',
  maxBuffer: 1e8,
});
for (const row of printed.split('\n').filter((one) => one.startsWith('match\t'))) {
  const [, number, rule = '', what = '', why = ''] = row.split('\t');
  const line = lines[Number(number)];
  if (!line || OFF.some(([rules]) => rules.test(rule)) || (rule === 'SPELLING' && isKept(what, line)))
    continue;
  console.log(`${rule} "${what}": ${line.text} (${why})`);
}
