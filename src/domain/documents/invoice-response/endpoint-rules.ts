import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
interface EndpointRule {
  /** As OpenPeppol names it. */
  readonly rule: string;
  readonly scheme: string;
  /** What is wrong, after "The buyer's electronic address". */
  readonly says: Text;
  readonly isValid: (id: string) => boolean;
}

/** Fatal rules on electronic addresses that all transactions share (OpenPeppol 2026.5, `PEPPOL-COMMON-R040` to `-R053`). */
export const ENDPOINT_RULES: readonly EndpointRule[] = [
  {
    rule: 'PEPPOL-COMMON-R040',
    scheme: '0088',
    says: say('documents.is-not-gln'),
    isValid: (id) => isGln(id),
  },
  {
    rule: 'PEPPOL-COMMON-R041',
    scheme: '0192',
    says: say('documents.is-not-norwegian-organisation-number'),
    isValid: (id) => /^\d{9}$/.test(id) && isMod11(id),
  },
  {
    rule: 'PEPPOL-COMMON-R042',
    scheme: '0184',
    says: say('documents.is-not-danish-cvr-number-8-digits-or'),
    isValid: (id) => /^(?:DK)?\d{8}$/.test(id),
  },
  {
    rule: 'PEPPOL-COMMON-R052',
    scheme: '0096',
    says: say('documents.is-not-danish-p-number-of-10-digits'),
    isValid: (id) => /^\d{10}$/.test(id),
  },
  {
    rule: 'PEPPOL-COMMON-R053',
    scheme: '0198',
    says: say('documents.is-not-danish-se-number-dk-and-8'),
    isValid: (id) => /^DK\d{8}$/.test(id),
  },
  {
    rule: 'PEPPOL-COMMON-R043',
    scheme: '0208',
    says: say('documents.is-not-belgian-enterprise-number'),
    isValid: (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)),
  },
  {
    rule: 'PEPPOL-COMMON-R049',
    scheme: '0007',
    says: say('documents.is-not-swedish-organisation-number'),
    isValid: (id) => /^\d{10}$/.test(id) && isLuhn(id),
  },
  {
    rule: 'PEPPOL-COMMON-R050',
    scheme: '0151',
    says: say('documents.is-not-australian-business-number'),
    isValid: (id) => /^\d{11}$/.test(id) && isAbn(id),
  },
];

const weigh = (digits: string, weightOf: (position: number) => number): number =>
  [...digits].reduce((sum, digit, position) => sum + Number(digit) * weightOf(position), 0);

/** Weights 1 and 3 in turn from the check digit on. The published rule fixes no length. */
const isGln = (id: string): boolean =>
  /^\d\d*$/.test(id) && weigh(id, (position) => ((id.length - 1 - position) % 2 === 0 ? 1 : 3)) % 10 === 0;

/** Weights 2 to 7 in turn from the right, without the check digit; a remainder of 0 gives 0. */
function isMod11(id: string): boolean {
  const body = id.slice(0, -1);
  const sum = weigh(body, (position) => 2 + ((body.length - 1 - position) % 6));
  return Number(id) > 0 && (11 - (sum % 11)) % 11 === Number(id.slice(-1));
}

/** Each second digit from the right is doubled; of what then has two digits their sum counts. */
const isLuhn = (id: string): boolean =>
  [...id].reduce((sum, digit, position) => {
    const value = Number(digit) * ((id.length - position) % 2 === 0 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

/** The first digit less one; weights 10, 1, 3, 5 … 19; mod 89. */
const isAbn = (id: string): boolean =>
  (weigh(id, (position) => (position === 0 ? 10 : 2 * position - 1)) - 10) % 89 === 0;
