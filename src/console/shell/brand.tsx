import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/shell.json';

const say = wordsOf<typeof Words>('shell');

export const Brand = () => (
  <p class="brand">
    <span class="mark" aria-hidden="true">
      ids
    </span>
    {say('brand')}
  </p>
);
