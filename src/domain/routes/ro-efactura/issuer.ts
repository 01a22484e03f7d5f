import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
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
  message: say('routes-ro-efactura.EI-RO-CII.message'),
  fixHint: say('routes-ro-efactura.EI-RO-CII.hint-2'),
  whoFixes: 'erp',
};

const FIX_HINTS = {
  seller: say('routes-ro-efactura.write-cif-of-seller-into-bt-31-with'),
  buyer: say('routes-ro-efactura.write-cif-of-buyer-into-bt-48-with'),
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
      message: say('routes-ro-efactura.EI-RO-CIF.message', { party }),
      fixHint: FIX_HINTS[party],
      whoFixes: 'erp',
    },
  ];
}
