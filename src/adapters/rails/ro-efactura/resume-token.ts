import { parsed } from '../json.ts';

/** What the rail wants to know again of a submission. */
export interface ResumeState {
  /** Of the signed answer, once its id is known. */
  readonly download?: string;
  /** Download ids that were looked into and are other invoices': ten a day and message are allowed. */
  readonly others?: readonly string[];
  /** How often the signed answer could not be had, or not be read. */
  readonly downloadsFailed?: number;
  /** Refused before the reasons were read: the signed answer is still to bring them. */
  readonly reasonsPending?: true;
}

export function readResumeToken(text: string | undefined): ResumeState {
  const read = text === undefined ? undefined : parsed(text);
  return typeof read === 'object' && read !== null ? (read as ResumeState) : {};
}

export const writeResumeToken = (resumeToken: ResumeState): string => JSON.stringify(resumeToken);
