import type { Exception } from '../verdicts/compare.ts';

/** Rules that differ on documents that both sides refuse for another rule. `docs/conformance.md` lists the same causes. */
export const KNOWN_DIFFERENCES: readonly Exception[] = [
  {
    difference: /^[-+]EN16931-.*UBL\S* rule BR-B-0[12]$/,
    cause: 'a tax has no identifier, which BR-47 or BR-CO-04 refuses',
  },
  {
    difference: /^[-+]XRechnung-\S* rule BR-DEX-0[678]$/,
    cause: 'a scheme is empty, which BR-CL-25 or another code list refuses',
  },
  {
    difference: /^[-+]BR-FR-Flux2.*UBL\S* rule BR-FR-CO-04_BT-3$/,
    cause: 'a credit note states a type of invoices, which BR-CL-01 refuses',
  },
];
