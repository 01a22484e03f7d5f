import { parse } from '../../../domain/json/json-object.ts';

/** The rail's own data of a submission. */
export interface ResumeState {
  /** The download id of the signed answer, once it is known. */
  readonly download?: string;
  /** Download ids of other invoices: ANAF allows ten downloads a day and message. */
  readonly others?: readonly string[];
  /** How often the signed answer could not be fetched or read. */
  readonly downloadsFailed?: number;
  /** The first look for the last call whose answer is lost. */
  readonly firstLook?: FirstLook;
  /** The rejection is known, its reasons are not: the signed answer has them. */
  readonly reasonsPending?: true;
}

export interface FirstLook {
  /** The call, by the clock of the service. */
  readonly calledAt: string;
  /** ANAF's time of this look: the call came before, whatever the clock of the service says now. */
  readonly anafMs: number;
  /** The start of the list, by ANAF's time. */
  readonly fromMs: number;
}

export function readResumeToken(text: string | undefined): ResumeState {
  const read = text === undefined ? undefined : parse(text);
  return typeof read === 'object' && read !== null ? (read as ResumeState) : {};
}

export const writeResumeToken = (resumeToken: ResumeState): string => JSON.stringify(resumeToken);
