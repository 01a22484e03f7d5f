import { cifOf } from '../../../domain/routes/ro-efactura/cif.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { ListedMessage } from './lists.ts';
import { asking, type AnafQuestions, inAMoment } from './questions.ts';
import { type Download, isOurs, rawOf, receiptOf, remarksOn } from './receipt-verdict.ts';
import { readResumeToken, writeResumeToken } from './resume-token.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { uploadOf } from './upload.ts';

const MINUTE = 60_000;
/** 500 messages each. A longer list is not read to its end, and does not show that an upload is not held. */
const MOST_PAGES = 20;

interface Tools {
  readonly questions: AnafQuestions;
  readonly clock: Clock;
  /** The machine's clock: ANAF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  /** How far behind now a list ends: clocks differ, and ANAF refuses an end in the future. */
  readonly behindMs: number;
}

/** Searches the messages since shortly before the send. A list shows an upload only after its check (the note, section 7). */
export async function lookFor(inquiry: Inquiry, tools: Tools): Promise<RailAnswer> {
  const { credential } = inquiry;
  const { addressing, facts } = await inquiry.document();
  const cif = uploadOf(facts, addressing)?.query['cif'];
  if (cif === undefined) return { mapping: statuses.noSeller };
  const buyer = cifOf(addressing.buyer);
  const others = new Set(readResumeToken(inquiry.resumeToken).others);
  const resumeToken = (): string =>
    writeResumeToken({ ...readResumeToken(inquiry.resumeToken), others: [...others] });
  const later = (): RailAnswer => inAMoment({ resumeToken: resumeToken() });
  const window = windowOf(inquiry, tools);
  let isWhole = true;
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    if (page > 1 && !(await inquiry.acquirePermit())) return later();
    const listed = await tools.questions.page(credential, { ...window, cif, pagina: String(page) });
    if ('failure' in listed) return { ...asking(listed.failure), resumeToken: resumeToken() };
    pages = listed.pages;
    isWhole &&= !listed.isBroken && pages <= MOST_PAGES;
    for (const message of listed.messages) {
      if (!mayBeOurs(message, buyer) || others.has(message.id)) continue;
      if (!(await inquiry.acquirePermit())) return later();
      const answer = await tools.questions.download(credential, message.id);
      if ('mapping' in answer) return { ...asking(answer), resumeToken: resumeToken() };
      const { signed } = answer;
      if (!signed) return { mapping: statuses.unreadableAnswer, resumeToken: resumeToken() };
      if (await isOurs(signed, inquiry)) return found(message, answer);
      others.add(message.id);
    }
  }
  // What was not read may be ours.
  return { mapping: isWhole ? statuses.notHeld : statuses.notUnderstood, resumeToken: resumeToken() };
}

function windowOf(
  { startedAt, calledAt = startedAt }: Inquiry,
  { clock, realClock, behindMs }: Tools,
): Readonly<Record<'startTime' | 'endTime', string>> {
  const now = realClock.now().getTime();
  // The last call has the earlier time if the clock was set back after the first one.
  const first = Math.min(startedAt.getTime(), calledAt.getTime());
  // At least the time that has really passed, if the service's clock was moved meanwhile.
  const began = now - (clock.now().getTime() - first);
  return { startTime: String(began - 5 * MINUTE), endTime: String(Math.max(now - behindMs, began)) };
}

/** If the sentence names a buyer, it must be ours. A refused upload shows nothing to compare, and may be sent again. */
const mayBeOurs = ({ isSent, buyer }: ListedMessage, ours: string | undefined): boolean =>
  isSent && (buyer === undefined || ours === undefined || buyer === ours);

const found = ({ id, index }: ListedMessage, answer: Download): RailAnswer => ({
  mapping: statuses.accepted,
  legalId: index,
  reference: index,
  resumeToken: writeResumeToken({ download: id }),
  remarks: remarksOn(answer),
  raw: rawOf(answer),
  ...receiptOf(answer),
});
