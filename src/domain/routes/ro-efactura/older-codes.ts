import { say } from 'en16931-rules/vocabulary/message.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { atInvoice, insideReadable } from '../../checks/early-rules/nodes.ts';
import { fieldOf } from '../../invoice/canonical-places.ts';

const SCHEMES =
  '0217 0218 0219 0220 0221 0222 0223 0224 0225 0226 0227 0228 0229 0230 0231 0232 0233 0234 0235 0236 0237 0238 0239 0240 0241 0242 0243 0244 0245 0246 0247 0248';
const CURRENCIES = 'CNH MRU SLE UYW VES VED XCG ZWG';

/** Codes that EN 16931 1.3.16 has and the lists of CIUS-RO 1.0.9 lack, by rule, with the terms that the rule judges. */
export const OLDER_LISTS: readonly {
  readonly id: string;
  readonly terms: readonly string[];
  readonly lacks: string;
}[] = [
  { id: 'BR-CL-04', terms: ['BT-5'], lacks: CURRENCIES },
  { id: 'BR-CL-05', terms: ['BT-6'], lacks: CURRENCIES },
  { id: 'BR-CL-07', terms: ['BT-18-1', 'BT-128-1'], lacks: 'AXU' },
  { id: 'BR-CL-10', terms: ['BT-29-1', 'BT-46-1', 'BT-60-1'], lacks: SCHEMES },
  { id: 'BR-CL-11', terms: ['BT-30-1', 'BT-47-1', 'BT-61-1'], lacks: SCHEMES },
  { id: 'BR-CL-13', terms: ['BT-158-1'], lacks: 'EMD GMN PPI' },
  { id: 'BR-CL-16', terms: ['BT-81'], lacks: '98' },
  { id: 'BR-CL-20', terms: ['BT-105', 'BT-145'], lacks: 'PRV' },
  { id: 'BR-CL-21', terms: ['BT-157-1'], lacks: SCHEMES },
  {
    id: 'BR-CL-22',
    terms: ['BT-121'],
    lacks:
      'VATEX-EU-135-1 VATEX-EU-144 VATEX-EU-146-1E VATEX-EU-153 VATEX-EU-159 VATEX-FR-298SEXDECIESA VATEX-FR-AE VATEX-FR-CGI261-1 VATEX-FR-CGI261-2 VATEX-FR-CGI261-3 VATEX-FR-CGI261-4 VATEX-FR-CGI261-5 VATEX-FR-CGI261-7 VATEX-FR-CGI261-8 VATEX-FR-CGI261A VATEX-FR-CGI261B VATEX-FR-CGI261C-1 VATEX-FR-CGI261C-2 VATEX-FR-CGI261C-3 VATEX-FR-CGI261D-1 VATEX-FR-CGI261D-1BIS VATEX-FR-CGI261D-2 VATEX-FR-CGI261D-3 VATEX-FR-CGI261D-4 VATEX-FR-CGI261E-1 VATEX-FR-CGI261E-2 VATEX-FR-CGI275 VATEX-FR-CGI277A VATEX-FR-CGI295 VATEX-FR-CNWVAT VATEX-FR-FRANCHISE',
  },
  {
    id: 'BR-CL-25',
    terms: ['BT-34-1', 'BT-49-1'],
    lacks: '0154 0158 0177 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9959',
  },
  { id: 'BR-CL-26', terms: ['BT-71-1'], lacks: SCHEMES },
];

/** ANAF judges by its own, older lists. */
export const OLDER_CODES: readonly EarlyRule[] = OLDER_LISTS.map(({ id, terms, lacks }) => {
  const unknown: ReadonlySet<unknown> = new Set(lacks.split(' '));
  const places = terms.map((term) => ({ term, read: insideReadable(term) }));
  return {
    id,
    source: 'CIUS-RO',
    term: terms[0]!,
    title: say('routes-ro-efactura.code-is-newer-than-list-of-anaf'),
    fix: say('routes-ro-efactura.use-code-of-older-list-or-leave-it-out'),
    broken: (invoice) =>
      places.flatMap(({ term, read }) =>
        read(atInvoice(invoice)).flatMap(({ self }) =>
          self && unknown.has(self.value)
            ? [{ field: fieldOf(self.place, self), term, fault: 'wrong' as const }]
            : [],
        ),
      ),
  };
});
