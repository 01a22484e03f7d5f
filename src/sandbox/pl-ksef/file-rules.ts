import type { Verdict } from './invoices.ts';

const PROLOG = /^<\?xml\s[^>]*?\?>/;
const UTF8_DECLARED = /\sencoding\s*=\s*(["'])utf-8\1/i;
/** Characters that XML 1.0 discourages. */
const DISCOURAGED =
  /[\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef]|[\ufffe\uffff]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]/;

/** Forbidden parts of a file, in the order of the checks. */
const RULES: readonly {
  readonly code: Verdict['code'];
  readonly says: string;
  readonly breaks: (text: string) => boolean;
}[] = [
  { code: 430, says: 'Plik zawiera znacznik BOM.', breaks: (text) => text.startsWith('\ufeff') },
  {
    code: 430,
    says: 'Kodowanie znaków inne niż UTF-8.',
    breaks: (text) => {
      const [prolog] = PROLOG.exec(text) ?? [];
      return prolog !== undefined && /\sencoding\s*=/.test(prolog) && !UTF8_DECLARED.test(prolog);
    },
  },
  {
    code: 450,
    says: 'Instrukcje przetwarzania są niedozwolone.',
    breaks: (text) => /<\?/.test(withoutQuoted(text.replace(PROLOG, ''))),
  },
  {
    code: 450,
    says: 'Deklaracja DOCTYPE jest niedozwolona.',
    breaks: (text) => /<!DOCTYPE/.test(withoutQuoted(text)),
  },
  { code: 450, says: 'Plik zawiera niedozwolone znaki.', breaks: (text) => DISCOURAGED.test(text) },
];

/** Undefined without an error. */
export function fileFault(bytes: Buffer): Verdict | undefined {
  const text = utf8(bytes);
  if (text === undefined) return { code: 450, details: ['Plik nie jest zakodowany w UTF-8.'] };
  const broken = RULES.find(({ breaks }) => breaks(text));
  return broken && { code: broken.code, details: [broken.says] };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Without comments and character data, in which such characters are allowed. */
const withoutQuoted = (text: string): string => text.replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, '');
