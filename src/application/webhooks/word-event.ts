import { parse } from '../../domain/json/json-object.ts';
import { hasTexts, inOtherWords } from '../../domain/words/texts.ts';
import { Translator } from '../../domain/words/translator.ts';
import { OPERATOR_OWNER, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Words } from '../../ports/words.ts';

export interface EventWording {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly words: Words;
}

/** Texts for the contact of a webhook, in the language of the client's record. The operator has no record: English. */
export async function translatorFor(owner: string, { clients, words }: EventWording): Promise<Translator> {
  const { language = 'en' } = (owner === OPERATOR_OWNER ? undefined : await clients.find(owner)) ?? {};
  return new Translator(language, words.in(language));
}

/**
 * A stored event in the language of the webhook's client. An event without texts for people is sent byte for byte; the record is read only
 * for the others.
 */
export async function wordEvent(
  { owner }: Pick<Webhook, 'owner'>,
  text: string,
  ports: EventWording,
): Promise<string> {
  const event = parse(text);
  if (!hasTexts(event)) return text;
  const translator = await translatorFor(owner, ports);
  return JSON.stringify(inOtherWords(event, translator.text));
}
