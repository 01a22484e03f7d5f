import { parse } from '../../../../domain/json/json-object.ts';
import type { Form } from './form-code.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';

/** The rail's own data of a submission. */
export interface ResumeState {
  /** The NIP in whose name it is sent. */
  readonly nip: string;
  /** The reference of the session; undefined if KSeF has not named it. */
  readonly session?: string;
  /** True if the session is a batch. */
  readonly batch?: {
    /** KSeF takes no part from then on; milliseconds since 1970, by our clock. */
    readonly uploadUntil: number;
    /** All parts were taken, and the close may not have been: it is repeated. */
    readonly isUploaded?: true;
  };
  /** It was in a batch that KSeF did not take. */
  readonly alone?: true;
  /** Its batch is declared as offline. */
  readonly offline?: true;
  /** Of its session; FA(3) if left out. */
  readonly form?: Form;
  /** How often its receipt could not be read. */
  readonly unreadable?: number;
  /** Sessions of earlier tries that may still list it. */
  readonly before?: readonly string[];
}

export type BatchResumeState = ResumeState & Required<Pick<ResumeState, 'session' | 'batch'>>;
export const isOfBatch = (resumeToken: ResumeState): resumeToken is BatchResumeState =>
  resumeToken.batch !== undefined && resumeToken.session !== undefined;

const MAX_EARLIER = 3;

/** @returns undefined if this rail has not written it. */
export function readResumeToken(text: string | undefined): ResumeState | undefined {
  const read = text === undefined ? undefined : parse(text);
  const isMemo = typeof read === 'object' && read !== null && typeof (read as ResumeState).nip === 'string';
  return isMemo ? (read as ResumeState) : undefined;
}

export const writeResumeToken = (resumeToken: ResumeState): string => JSON.stringify(resumeToken);

/** Of another try, in another session. */
export function resumeStateIn(
  session: string,
  { nip, form }: { readonly nip: string; readonly form: Form },
  last: ResumeState | undefined,
  offline?: Inquiry['offline'],
): ResumeState {
  const sessions = [last?.session, ...(last?.before ?? [])];
  const before = [...new Set(sessions)].filter((one) => one !== undefined && one !== session) as string[];
  // KSeF takes a technical correction in an interactive session only.
  const isAlone = last?.alone === true || last?.batch !== undefined || offline?.replaces !== undefined;
  return {
    nip,
    session,
    ...withForm(form),
    ...(isAlone && { alone: true }),
    ...(offline && { offline: true }),
    ...(before.length > 0 && { before: before.slice(0, MAX_EARLIER) }),
  };
}

/** What a resume token states of a form. */
export const withForm = (form: Form | undefined): Pick<ResumeState, 'form'> =>
  form === undefined || form === 'FA (3)' ? {} : { form };

/** The form of a session that this rail has opened. */
export const formIn = ({ form }: Pick<ResumeState, 'form'>): Form => form ?? 'FA (3)';
