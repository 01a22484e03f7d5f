/**
 * Names of devices in Windows, which stand for no file in any folder, with any extension and in either case ("Naming Files, Paths, and
 * Namespaces", learn.microsoft.com).
 */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Longer names do not fit into a path of Windows with its folders. */
const MAX_STEM_LETTERS = 100;

/** The name of a file, without its extension, from the words of others: every system takes it, as a file that is not hidden. */
export const fileStem = (words: string): string => stemOf(words, /[^A-Za-z0-9._-]/g);

/** The same with the letters of all languages, for readers that take them. */
export const letteredStem = (words: string): string => stemOf(words.normalize(), /[^\p{L}\p{Nd}._-]/gu);

const stemOf = (words: string, forbidden: RegExp): string =>
  [...words.replaceAll(forbidden, '_')]
    .slice(0, MAX_STEM_LETTERS)
    .join('')
    .replace(/^(?=\.|$)\.?/, '_')
    .replace(DEVICE, '_$&')
    .replace(/(?<!\.)\.+$/, '_');

/** Names of one archive. In some file systems two names that differ only in case are one. */
export class FileNames {
  private readonly given = new Set<string>();

  /**
   * @param ending `.xml`, or none of a folder.
   * @param id in the name if another has it already.
   * @returns a name that no earlier one equals, with its folder.
   */
  give(
    stem: string,
    ending: string,
    { folder, id }: { readonly folder: string; readonly id: string },
  ): string {
    let name = `${folder}${stem}${ending}`;
    for (let again = 0; this.given.has(name.toLowerCase()); again += 1)
      name = `${folder}${stem}-${id}${again === 0 ? '' : `-${again}`}${ending}`;
    this.given.add(name.toLowerCase());
    return name;
  }
}
