import { say } from './message.ts';
import type { Finding } from './finding.ts';

/** The revised semantic standard, EN 16931-1:2026: its syntaxes are UBL 2.5 and CII D25A, and no rules are published for it yet. */
const EDITION_2026 = 'urn:cen.eu:en16931:2026';

/**
 * Whether BT-24 names the edition of 2026, or a CIUS or extension of it. Nothing else tells the editions apart: CII has the same namespaces,
 * and UBL keeps those of version 2.
 */
export const isComingEdition = (customization: string | null): boolean =>
  customization === EDITION_2026 || customization?.startsWith(`${EDITION_2026}#`) === true;

export const EDITION_NOT_JUDGED = 'EI-EDITION';

/** Rules of 2017 would judge it wrongly: several terms stand elsewhere in it, such as notes (BT-22) and the buyer reference (BT-10). */
export const editionNotJudged = (): Finding => ({
  code: EDITION_NOT_JUDGED,
  severity: 'error',
  source: 'validator',
  message: say('pool.file-follows-en-16931-1-2026-for'),
  fixHint: say('pool.send-invoice-by-edition-of-2017'),
  whoFixes: 'erp',
  term: 'BT-24',
});
