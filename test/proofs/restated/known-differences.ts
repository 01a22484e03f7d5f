/** Rules that differ on documents that both sides refuse for another rule, with the cause. */
interface KnownDifference {
  /** Part of the name of the published entry. */
  readonly entry: RegExp;
  readonly ids: RegExp;
  readonly cause: string;
}

/** `docs/conformance.md` lists the same causes. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    entry: /^EN16931-CII/,
    ids: /^BR-(32|37|CO-04|CO-17)$/,
    cause: 'the type of a tax stands with blanks around it, which CII-DT-037 refuses',
  },
  {
    entry: /^EN16931-.*UBL/,
    ids: /^BR-B-0[12]$/,
    cause: 'a tax has no identifier, which BR-47 or BR-CO-04 refuses',
  },
  {
    entry: /^XRechnung-/,
    ids: /^BR-DEX-0[678]$/,
    cause: 'a scheme is empty, which BR-CL-25 or another code list refuses',
  },
  {
    entry: /^BR-FR-Flux2.*UBL/,
    ids: /^BR-FR-CO-04_BT-3$/,
    cause: 'a credit note states a type of invoices, which BR-CL-01 refuses',
  },
];

export const isKnown = (name: string, id: string): boolean =>
  KNOWN_DIFFERENCES.some(({ entry, ids }) => entry.test(name) && ids.test(id));
