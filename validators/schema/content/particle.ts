import type { Term, Times } from '../model.ts';

/** A part of a content model as the schema has it. */
export type Particle =
  | (Term & { readonly times: Times })
  | {
      readonly kind: 'sequence' | 'choice';
      readonly particles: readonly Particle[];
      readonly times: Times;
    };
