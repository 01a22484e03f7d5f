import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';

/** What the buyer said with an answer. Empty if nothing. */
interface AnswerWords {
  readonly reasonCode?: string;
  readonly wishCode?: string;
  readonly note?: string;
}

/** @returns undefined if nothing was said. @throws CallFailed `no-master-key` */
export const sealAnswerWords = async (
  client: string,
  { reasonCode, wishCode, note }: AnswerWords,
  content: Pick<TextSealer, 'sealText'>,
): Promise<string | undefined> =>
  reasonCode === undefined && wishCode === undefined && note === undefined
    ? undefined
    : content.sealText(client, JSON.stringify({ reasonCode, wishCode, note }));

/** The record says what came of the answer; what cannot be opened is left out. */
export async function openAnswerWords(
  { client, sealedAnswer }: Pick<ReceivedRecord, 'client' | 'sealedAnswer'>,
  content: Pick<TextSealer, 'openText'>,
): Promise<AnswerWords> {
  if (sealedAnswer === undefined) return {};
  return content
    .openText(client, sealedAnswer)
    .then((text) => JSON.parse(text) as AnswerWords)
    .catch(() => ({}));
}
