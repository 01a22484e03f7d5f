import type { components } from '../../../client/client.ts';
import type { Step } from './steps.ts';

type Invoice = Pick<components['schemas']['Invoice'], 'state' | 'documents'>;

/** What a call was taken to mean, if nothing can come after it that says otherwise. */
const LAST_WORDS: ReadonlySet<string> = new Set([
  'accepted',
  'delivered',
  'refused',
  'refused_since',
  'receipt',
]);
const ENDS: ReadonlySet<string> = new Set(['accepted', 'delivered', 'rejected']);
/** By what was known: the states in which more is. Any end, for what is not named. */
const ENDS_AFTER: Readonly<Record<string, ReadonlySet<string>>> = {
  accepted_so_far: new Set(['delivered', 'rejected']),
  delivered_so_far: new Set(['rejected']),
};

/** What holds now, where the text of a step says what was known then. Undefined if that still holds. */
export type Since = 'state' | 'mls';

/** An answer can come after a step as another call, or as a message, which is no step. */
export function sinceOf(
  step: Step,
  steps: readonly Step[],
  { state, documents }: Invoice,
): Since | undefined {
  const { purpose, taken_as: meaning } = step.calls.at(-1) ?? {};
  if (meaning === undefined || LAST_WORDS.has(meaning)) return undefined;
  const isReceipt = purpose === 'receipt';
  if (meaning === 'delivered_so_far' && state === 'delivered' && documents.some(isMls)) return 'mls';
  const isAnswered = steps.some(({ no, calls }) => {
    const { purpose: later, taken_as: answer } = calls.at(-1) ?? {};
    return no > step.no && answer !== undefined && (!isReceipt || later === 'receipt');
  });
  return isAnswered || (!isReceipt && (ENDS_AFTER[meaning] ?? ENDS).has(state)) ? 'state' : undefined;
}

/** `mls`, or `mls-2` for another one. */
const isMls = ({ kind }: { readonly kind: string }): boolean => /^mls\b/.test(kind);
