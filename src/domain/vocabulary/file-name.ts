/**
 * Names of devices in Windows, which stand for no file in any folder, with any extension and in either case ("Naming Files, Paths, and
 * Namespaces", learn.microsoft.com).
 */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The name of a file, without its extension, from the words of others: every system takes it, as a file that is not hidden. */
export const fileStem = (words: string): string =>
  words
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\./, '_')
    .replace(DEVICE, '_$&')
    .replace(/\.+$/, '_');

/** Names of one archive. In some file systems two names that differ only in case are one. */
export class FileNames {
  private readonly given = new Set<string>();

  /** @param id in the name if another has it already. @returns a name that no earlier one equals, with its folder. */
  give(
    stem: string,
    extension: string,
    { folder, id }: { readonly folder: string; readonly id: string },
  ): string {
    let name = `${folder}${stem}.${extension}`;
    for (let again = 0; this.given.has(name.toLowerCase()); again += 1)
      name = `${folder}${stem}-${id}${again === 0 ? '' : `-${again}`}.${extension}`;
    this.given.add(name.toLowerCase());
    return name;
  }
}
