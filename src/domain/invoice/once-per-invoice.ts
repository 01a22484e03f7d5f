import type { CanonicalInvoice } from './canonical.ts';

/** Values derived from an invoice, each computed once per key. They are kept no longer than the invoice. */
export class OncePerInvoice<K, T extends object> {
  private readonly kept = new WeakMap<CanonicalInvoice, Map<K, T>>();

  /** @throws what `compute` throws; then the next call computes again. */
  of(invoice: CanonicalInvoice, key: K, compute: () => T): T {
    const values = this.kept.get(invoice) ?? new Map<K, T>();
    const value = values.get(key) ?? compute();
    this.kept.set(invoice, values.set(key, value));
    return value;
  }
}
