import type { components } from '../../client/client.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/invoice.json';
import { nameOfRoute, wordsOfNetwork } from '../app/routes.ts';

const say = wordsOf<typeof Words>('invoice');

interface Parts {
  /** In the reader's language. */
  readonly ours: string;
  readonly theirs: string;
}

/** The parts of a message with the words of a network in it; undefined if there are none. */
export function partsOf({ values }: Pick<components['schemas']['Finding'], 'values'>): Parts | undefined {
  const { text: ours, theirs } = values ?? {};
  return typeof ours === 'string' && typeof theirs === 'string' ? { ours, theirs } : undefined;
}

/** What a network said, in its language. */
export function Quotation({ theirs, route }: Pick<Parts, 'theirs'> & { readonly route: string }) {
  const [network, lang] = [nameOfRoute(route), wordsOfNetwork(route)];
  const named = lang && new Intl.DisplayNames([language.value], { type: 'language' }).of(lang);
  return (
    <figure class="quotation">
      <blockquote lang={lang}>{theirs}</blockquote>
      <figcaption class="meta">
        {named ? say('quotation.in', { network, language: named }) : say('quotation', { network })}
      </figcaption>
    </figure>
  );
}
