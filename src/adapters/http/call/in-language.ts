import type { Request, RequestHandler, Response } from 'express';
import { wishedLanguage } from '../../../domain/words/language.ts';
import { Translator } from '../../../domain/words/translator.ts';
import type { ApiDeps } from './api-deps.ts';
import { callOf } from './call.ts';
import { hasTexts, inOtherWords } from '../../../domain/words/texts.ts';

/**
 * Lets the answer be worded in the language of the call: `lang` of its query, then `Accept-Language`, then the client's record, else
 * English. The record is read only for an answer that has texts.
 */
export function speakLanguage({ words, useCases }: ApiDeps): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    let chosen: Promise<Translator> | undefined;
    const choose = async (): Promise<Translator> => {
      const language = wishedBy(req) ?? (await useCases.findLanguage.run(call.caller)) ?? 'en';
      return new Translator(language, words.in(language));
    };
    // A store that does not answer costs the language, not the answer.
    call.translator = () => (chosen ??= choose().catch(() => new Translator('en', words.in('en'))));
    next();
  };
}

/** The language that a call asks for. */
const wishedBy = (req: Request): ReturnType<typeof wishedLanguage> =>
  wishedLanguage(langIn(req), req.headers['accept-language'] ?? '');

const langIn = ({ query }: Request): string => (typeof query.lang === 'string' ? query.lang : '');

/** The same answer, its texts in the language of the call; headers say which one that is. */
export async function inLanguage(res: Response, json: unknown): Promise<unknown> {
  const { translator } = callOf(res);
  if (!translator || !hasTexts(json)) return json;
  const chosen = await translator();
  const worded = inOtherWords(json, chosen.text);
  res.vary('Accept-Language').set('Content-Language', chosen.contentLanguage);
  return worded;
}
