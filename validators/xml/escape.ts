const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (sign: string): string => ESCAPES[sign] ?? sign;

/** The content of an element. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, escaped);

/** The value of an attribute in double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, escaped);
