import { parsed } from '../../../domain/json/json-object.ts';

/** The rail's own data of a submission. */
export interface ResumeState {
  /** The download id of the signed answer, once it is known. */
  readonly download?: string;
  /** Download ids of other invoices: ANAF allows ten downloads a day and message. */
  readonly others?: readonly string[];
  /** How often the signed answer could not be fetched or read. */
  readonly downloadsFailed?: number;
  /** The refusal is known, its reasons are not: the signed answer has them. */
  readonly reasonsPending?: true;
}

export function readResumeToken(text: string | undefined): ResumeState {
  const read = text === undefined ? undefined : parsed(text);
  return typeof read === 'object' && read !== null ? (read as ResumeState) : {};
}

export const writeResumeToken = (resumeToken: ResumeState): string => JSON.stringify(resumeToken);
