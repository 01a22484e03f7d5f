export type OfFiles = 'invoices' | 'received' | 'reports';

/** Names of the words of a kind, the nearest first: what the buyer answers is one's own answer on a received invoice. */
export function fileWords(kind: string, of: OfFiles): readonly string[] {
  const family = kind
    .replace(/^(invoice-response|fr-lifecycle|buyer-message|access-point-event).*/, '$1')
    .replace(/^tax-report-\d+/, 'tax-report');
  return [`file.${of}.${family}`, `file.${family}`, 'file.other'];
}
