import type { Finding } from '../../findings/finding.ts';
import type { Addressing } from '../../vocabulary/addressing.ts';
import { cifOf } from './cif.ts';

const SELF_BILLED = '389';

/** The party in whose name ANAF takes the upload of a document, and the term with its number. */
export const issuerOf = ({ typeCode, seller, buyer }: Addressing) =>
  typeCode === SELF_BILLED
    ? ({ party: 'buyer', term: 'BT-48', cif: cifOf(buyer) } as const)
    : ({ party: 'seller', term: 'BT-31', cif: cifOf(seller) } as const);

/** No rule of CIUS-RO checks the number that ANAF needs. */
export function checkIssuer(addressing: Addressing): readonly Finding[] {
  const { party, term, cif } = issuerOf(addressing);
  if (cif !== undefined) return [];
  return [
    {
      code: 'EI-RO-CIF',
      severity: 'warning',
      source: 'ANAF',
      term,
      message: `The file has no Romanian tax number (CIF) of the ${party}. The service sends it to ANAF under this number, so ANAF would reject it.`,
      fixHint: `Write the CIF of the ${party} with RO before it into ${term}.`,
      whoFixes: 'erp',
    },
  ];
}
