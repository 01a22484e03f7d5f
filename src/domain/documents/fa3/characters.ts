import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { textsOf } from '../../invoice/texts.ts';

/** XML 1.0 advises against them, and KSeF refuses them since 16 July 2026: controls (but U+0085) and noncharacters. */
const DISCOURAGED = /[\u007f-\u0084\u0086-\u009f\p{Noncharacter_Code_Point}]/u;

/** Texts with characters that KSeF refuses. They are often letters that were read in a wrong code page: only the caller knows which. */
export const characterFindings = (invoice: CanonicalInvoice): readonly Finding[] =>
  [...textsOf(invoice)].flatMap(([field, text, term]) => {
    const [character] = DISCOURAGED.exec(text) ?? [];
    return character === undefined ? [] : [characterFinding(field, character, term)];
  });

function characterFinding(field: string, character: string, term: string | undefined): Finding {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return {
    code: 'EI-KSEF-CHARACTER',
    severity: 'error',
    source: 'KSeF',
    message: say('fa3.EI-KSEF-CHARACTER.message', { code }),
    field,
    fixHint: say('fa3.EI-KSEF-CHARACTER.hint'),
    whoFixes: 'erp',
    ...(term !== undefined && { term }),
  };
}
