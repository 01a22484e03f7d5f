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
 * An event in the language of the webhook's client. The client's record is read only for an event that has texts for people.
 * @returns the same event if it has none.
 */
export async function wordEvent(
  { owner }: Pick<Webhook, 'owner'>,
  event: unknown,
  ports: EventWording,
): Promise<unknown> {
  if (!hasTexts(event)) return event;
  const translator = await translatorFor(owner, ports);
  return inOtherWords(event, translator.text);
}
