import type { Translator } from './translator.ts';

const OWN = 'own:';

/** A check as people call it; own rules have the name of their pack. */
export const nameOfLayer = (layer: string, { say }: Pick<Translator, 'say'>): string =>
  layer.startsWith(OWN) ? layer.slice(OWN.length) : say(`layers.${layer}`);
