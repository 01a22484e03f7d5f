import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { type StatusMapping, unnamed } from '../../../domain/sending/status-mapping.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type AnafQuestions, asking, inAMoment } from './questions.ts';
import {
  type Download,
  hasOurBytes,
  isAboutAnother,
  rawOf,
  receiptOf,
  remarksOn,
} from './receipt-verdict.ts';
import { readResumeToken, writeResumeToken } from './resume-token.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { reasonsIn } from './upload.ts';

/** The state of a refused upload before its signed answer is read. */
type Known = Pick<RailAnswer, 'raw' | 'resumeToken'>;

export interface RefusedUpload {
  readonly inquiry: Inquiry;
  readonly index: string;
  readonly download: string | undefined;
  readonly known: Known;
}

/** The outcome in the signed answer of a refused upload, or why it could not be read. */
type Reasons = { readonly answer: RailAnswer } | { readonly unread: RailAnswer };

/** Finds out why ANAF refuses, and whether the earlier upload is this very invoice. That does not need a signature. */
export async function readReasons(
  { inquiry, index, download, known }: RefusedUpload,
  questions: AnafQuestions,
): Promise<Reasons> {
  const { credential } = inquiry;
  if (download === undefined) return { answer: { ...known, mapping: unnamed(statuses.invalid) } };
  if (!(await inquiry.acquirePermit())) return { answer: inAMoment(known) };
  const answer = await questions.download(credential, download);
  if ('mapping' in answer) return { unread: { ...known, ...asking(answer) } };
  const { signed } = answer;
  if (!signed) return { unread: { ...known, mapping: statuses.unreadableAnswer } };
  if (isAboutAnother(signed, index, inquiry))
    return { unread: { ...known, mapping: statuses.anothersAnswer } };
  const errors = signed.errors ?? [];
  const original = errors.map(originalIn).find((named) => named !== undefined);
  const refused: RailAnswer = {
    ...known,
    mapping: statuses.invalid,
    raw: { stare: 'nok', errors, ...rawOf(answer) },
    ...receiptOf(answer),
  };
  if (original === undefined) {
    const [mapping = unnamed(statuses.invalid), ...remarks] = errors.length > 0 ? reasonsOf(answer) : [];
    return { answer: { ...refused, mapping, remarks: errors.length > 0 ? remarks : remarksOn(answer) } };
  }
  return {
    answer: await askForOriginal(inquiry, original, { ...refused, remarks: remarksOn(answer) }, questions),
  };
}

/** The reasons in the signed answer of a refused upload, and the finding about that answer. */
export const reasonsOf = (answer: Download): readonly StatusMapping[] => [
  ...reasonsIn(answer.signed?.errors ?? []),
  ...remarksOn(answer),
];

/** ANAF holds an invoice under this number: ours from an earlier try, or another one. */
async function askForOriginal(
  inquiry: Inquiry,
  original: string,
  refused: RailAnswer,
  questions: AnafQuestions,
): Promise<RailAnswer> {
  const { credential } = inquiry;
  const { raw, resumeToken } = refused;
  const known: Known = { raw, ...(resumeToken !== undefined && { resumeToken }) };
  const other: RailAnswer = {
    ...refused,
    mapping: statuses.duplicate,
    earlierId: original,
    message: sentences(
      statuses.duplicate.message,
      say('networks-ro-efactura.its-upload-index-is', { index: original }),
    ),
  };
  if (!(await inquiry.acquirePermit())) return inAMoment(known);
  const status = await questions.status(credential, original);
  // ANAF tells nothing about documents of another company.
  if ('mapping' in status)
    return status.mapping === statuses.mayNotAsk || status.mapping === statuses.unknownIndex
      ? other
      : { ...known, ...asking(status) };
  const { download } = status;
  if (status.state !== 'ok' || download === undefined) return other;
  if (!(await inquiry.acquirePermit())) return inAMoment(known);
  const answer = await questions.download(credential, download);
  if ('mapping' in answer) return { ...known, ...asking(answer) };
  if (!answer.signed) return { ...known, mapping: statuses.unreadableAnswer };
  // An earlier upload of ours is kept as it came. Anything else needs a person.
  if (!hasOurBytes(answer.signed, inquiry)) return other;
  return {
    mapping: statuses.acceptedBefore,
    legalId: original,
    earlierId: original,
    reference: original,
    resumeToken: writeResumeToken({ ...readResumeToken(inquiry.resumeToken), download }),
    remarks: [
      {
        ...statuses.sentBefore,
        message: say('networks-ro-efactura.sent-before.message', { index: original }),
      },
      ...remarksOn(answer),
    ],
    raw: { stare: 'nok', ...rawOf(answer) },
    ...receiptOf(answer),
  };
}

/** `Factura a mai fost transmisa anterior cu index=…`. */
const originalIn = (text: string): string | undefined =>
  /transmisa anterior.*\bindex(?:_incarcare)?\s*=\s*(\d{1,20})/is.exec(text)?.[1];
