import type { DocumentFacts } from '../../../../domain/vocabulary/document-facts.ts';

/**
 * The forms with which sessions are opened, by their system code (`OpenOnlineSessionRequest` and `OpenBatchSessionRequest` of the published
 * description; FA_RR also CIRFMF/ksef-docs, `api-changelog.md`, 2.2.1 and 2.3.0). KSeF refuses a document of another form in a session.
 */
export const FORM_CODES = {
  'FA (3)': { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' },
  'FA_RR (1)': { systemCode: 'FA_RR (1)', schemaVersion: '1-1E', value: 'FA_RR' },
} as const;
export type Form = keyof typeof FORM_CODES;

/** Of a document that the route accepts. */
export const formOf = ({ syntax }: Pick<DocumentFacts, 'syntax'>): Form =>
  syntax === 'fa-rr' ? 'FA_RR (1)' : 'FA (3)';

/** A part of a stored name, empty for FA(3): names of sessions that were stored before there was another form stay what they are. */
export const nameOfForm = (form: Form): string => (form === 'FA (3)' ? '' : ` ${form}`);
