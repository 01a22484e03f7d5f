/** What a file name cannot have in Windows; slashes are folders elsewhere. */
const NOT_IN_NAMES = /[/\\<>:"|?*\u0000-\u001f\u007f]/g;
/** Names of devices in Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(\.|$))/i;

/** A reference in the name is the words of others. */
export const entryName = (name: string): string =>
  name
    .replaceAll(NOT_IN_NAMES, '-')
    .replace(/^\./, '_')
    .replace(DEVICE, '_$&')
    .replace(/(?<![. ])[. ]+$/, '_');
