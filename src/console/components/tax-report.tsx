import type { components } from '../../client/client.ts';
import { dayOf, endOfDeadline } from '../app/format.ts';
import { language, wordsOf } from '../app/words.ts';
import { Deadline } from './deadline.tsx';
import { lookOfState, type Look, wordOfState } from './states.tsx';
import type Words from '../words/en/reports.json';

const say = wordsOf<typeof Words>('reports');

export type Report = components['schemas']['TaxReport'];
export type ReportRow = Omit<Report, 'links' | 'documents'>;

/** `1 Mar 2026 to 10 Mar 2026` */
export const periodOf = ({ first_day: first, last_day: last }: Pick<ReportRow, 'first_day' | 'last_day'>) =>
  say('period.days', { first: dayOf(first, language.value), last: dayOf(last, language.value) });

/** A held report goes on only by a person. */
export const lookOf = ({ state, held_since: since }: ReportRow): Look & { readonly word: string } =>
  since && state !== 'accepted'
    ? { icon: 'pause', role: 'warn', word: say('held') }
    : { ...lookOfState(state), word: wordOfState(state) };

/** Its first document exists; until then it has no statements to count. */
export const isWritten = ({ documents_made: made, sales_stated: stated }: ReportRow): boolean =>
  made > 0 || stated > 0;

export const Unwritten = () => <span class="quiet">{say('stated.unwritten')}</span>;

/** It is met by the administration's word alone: what the platform has may still be refused. */
export const DueBy = ({ state, ...report }: Pick<ReportRow, 'deadline_at' | 'deadline_local' | 'state'>) => (
  <Deadline at={endOfDeadline(report)} {...(state === 'accepted' && { ending: 'met' })} />
);
