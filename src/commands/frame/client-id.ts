import { CLIENT_ID } from '../../domain/access/caller.ts';
import { NotRun } from './endings.ts';

/**
 * The id of a client or a partner.
 * @param word of the command line, for the error.
 * @throws NotRun
 */
export function checkedId(word: string, id: string): string {
  if (!CLIENT_ID.test(id))
    throw new NotRun(`${word} takes 1 to 64 letters, digits, dots, underscores and hyphens.`);
  return id;
}
