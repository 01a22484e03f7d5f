import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from './project-folder.ts';
import type { Text } from '../vocabulary/message.ts';
import { MessageCatalogue } from '../words/message-catalogue.ts';
import { messageFilesOf, messagesIn } from '../words/message-files.ts';

/** The English messages of validators. */
export const englishMessages = (): ReadonlyMap<string, string> =>
  messagesIn(messageFilesOf(projectFolder(), 'en'), (path) =>
    parse(readFileSync(join(projectFolder(), path), 'utf8')),
  );

const CATALOGUE = new MessageCatalogue('en', englishMessages);

/** For who writes a pack. No thread reads messages. */
export const inEnglish = (text: Text): string => CATALOGUE.word(text, (own) => own);
