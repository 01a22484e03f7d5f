import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A folder for each language. */
const FOLDER = 'validators/words';

/** The files of messages in a folder of a project, by their path in it. */
export const messageFilesIn = (project: string, folder: string): readonly string[] =>
  existsSync(join(project, folder))
    ? readdirSync(join(project, folder))
        .filter((file) => file.endsWith('.yaml'))
        .toSorted()
        .map((file) => `${folder}/${file}`)
    : [];

/** The files with the messages of validators in a language. */
export const messageFilesOf = (project: string, language: string): readonly string[] =>
  messageFilesIn(project, `${FOLDER}/${language}`);

/**
 * The messages of some files by id: the name of their file, and the name in it.
 * @param read the content of a file of the project.
 */
export const messagesIn = (
  files: readonly string[],
  read: (path: string) => unknown,
): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap((file) =>
      Object.entries(read(file) as Readonly<Record<string, string>>).map(
        ([name, message]) => [`${basename(file, '.yaml')}.${name}`, message] as const,
      ),
    ),
  );
