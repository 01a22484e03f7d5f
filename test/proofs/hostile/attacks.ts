import { attackWithCalls } from './call-attack.ts';
import { attackWithFiles, attackWithInvoices } from './intake-attack.ts';
import type { Limits } from './limits.ts';
import { attackWithRawHttp } from './raw-attack.ts';
import type { Outcome } from './tally.ts';
import type { Target } from './target.ts';

export interface Attack {
  readonly name: string;
  /** The cases that `hostile.test.ts` runs. */
  readonly few: { readonly cases: number; readonly ms: number };
  readonly run: (target: Target, limits: Limits) => Promise<Outcome>;
}

/** Attacks on one service that runs all the time. */
export const ATTACKS: readonly Attack[] = [
  { name: 'generated calls', few: { cases: 3000, ms: 3_000 }, run: attackWithCalls },
  { name: 'mutated invoices', few: { cases: 1000, ms: 3_000 }, run: attackWithInvoices },
  { name: 'mutated files', few: { cases: 1000, ms: 3_000 }, run: attackWithFiles },
  { name: 'raw HTTP', few: { cases: 200, ms: 60_000 }, run: attackWithRawHttp },
];
