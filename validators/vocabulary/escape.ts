type Names = Readonly<Record<string, string>>;

/** Signs of markup by name. */
export const NAMES: Names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param signs are escaped, each by its name; one without a name becomes a reference. */
export const escaper =
  (signs: RegExp, names: Names = NAMES) =>
  (text: string): string =>
    text.replace(signs, (sign) => names[sign] ?? referenceTo(sign));

function referenceTo(sign: string): string {
  const code = sign.charCodeAt(0).toString(16);
  return `&#x${code.length === 1 ? code.toUpperCase() : code};`;
}

/** The content of an element. */
export const escapeText = escaper(/[&<>]/g);

/** The value of an attribute in double quotes. */
export const escapeAttribute = escaper(/[&<>"]/g);
