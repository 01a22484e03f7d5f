import type { InvoiceChange, InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { isInBatch } from './batch-points.ts';
import { withMethods } from '../../support/with-methods.ts';

/** Faults of a delivery, each made by a faulty store: the judge has to find them. */
export const SWAPS = {
  nothing: (store) => store,
  'a call that was cut off is not asked about': withoutAsking,
  'the reference is stored after the call': withLateMark,
  'the mark of a batch is forgotten': withoutBatchMarks,
  'a lost job is not swept': (store) => withMethods(store, { listNeglected: () => Promise.resolve([]) }),
} satisfies Record<string, (store: InvoiceStore) => InvoiceStore>;

export type SwapName = keyof typeof SWAPS;

/** The worker that takes over does not see the call, and makes another one. */
function withoutAsking(store: InvoiceStore): InvoiceStore {
  return withMethods(store, {
    async lease(...args) {
      const record = await store.lease(...args);
      if (!record?.submission?.isCalling) return record;
      return { ...record, work: 'send', submission: { ...record.submission, isCalling: false } };
    },
  });
}

/** The mark is stored together with the answer. */
function withLateMark(store: InvoiceStore): InvoiceStore {
  const late = new Map<string, InvoiceChange>();
  return withMethods(store, {
    async commit(change) {
      const { id, submission } = change.record;
      if (submission?.isCalling) {
        late.set(id, change);
        return 'committed';
      }
      const mark = late.get(id);
      late.delete(id);
      if (mark && (await store.commit(mark)) === 'conflict') return 'conflict';
      return store.commit(change);
    },
  });
}

/** The other members of the batch are marked together with the answer to the batch. */
function withoutBatchMarks(store: InvoiceStore): InvoiceStore {
  const late = withLateMark(store);
  return withMethods(store, {
    commit: (change) => (isInBatch(change.record) ? late.commit(change) : store.commit(change)),
  });
}
