import { wordFor } from '../app/words.ts';

/** A check as people call it; own rules have the name of their pack. One that a newer service adds stays as it is. */
export const nameOfLayer = (layer: string): string =>
  wordFor('finding', `layer.${layer}`) ?? layer.replace(/^own:/, '');
