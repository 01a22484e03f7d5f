import type { Finding } from '../../findings/finding.ts';
import { type Addressing, isWrittenByBuyer } from '../../vocabulary/addressing.ts';
import { cifOf } from './cif.ts';

/** The party in whose name ANAF takes the upload of a document, and the term with its number. */
export const issuerOf = ({ seller, buyer, ...kind }: Addressing) =>
  isWrittenByBuyer(kind)
    ? ({ party: 'buyer', term: 'BT-48', cif: cifOf(buyer) } as const)
    : ({ party: 'seller', term: 'BT-31', cif: cifOf(seller) } as const);

/** What only ANAF would find in a file. */
export const checkFile = (addressing: Addressing): readonly Finding[] => [
  ...checkIssuer(addressing),
  ...(addressing.root === 'CrossIndustryInvoice' ? [UNJUDGED_CII] : []),
];

const UNJUDGED_CII: Finding = {
  code: 'EI-RO-CII',
  severity: 'warning',
  source: 'ANAF',
  term: 'BT-24',
  message:
    'The rules of CIUS-RO are published for UBL only. The service checks this CII file by EN 16931; only ANAF checks the rest.',
  fixHint:
    'Nothing to change. A UBL file, or an invoice in canonical form, is checked completely before it is sent.',
  whoFixes: 'erp',
};

const FIX_HINTS = {
  seller:
    'Write the CIF of the seller into BT-31 with RO before it or, if the company is not registered for VAT, into BT-32 or BT-30.',
  buyer:
    'Write the CIF of the buyer into BT-48 with RO before it or, if the company is not registered for VAT, into BT-47.',
} as const;

/** No rule of CIUS-RO checks the number that ANAF needs. */
function checkIssuer(addressing: Addressing): readonly Finding[] {
  const { party, term, cif } = issuerOf(addressing);
  if (cif !== undefined) return [];
  return [
    {
      code: 'EI-RO-CIF',
      severity: 'warning',
      source: 'ANAF',
      term,
      message: `The file has no Romanian tax number (CIF) of the ${party}. The service sends it to ANAF under this number, so ANAF would reject it.`,
      fixHint: FIX_HINTS[party],
      whoFixes: 'erp',
    },
  ];
}
