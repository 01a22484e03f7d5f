import { cifOf } from '../../../domain/routes/ro-efactura/cif.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { ListedMessage } from './lists.ts';
import { asking, type AnafQuestions, inAMoment } from './questions.ts';
import { type Download, isOurs, rawOf, receiptOf, remarksOn } from './receipt-verdict.ts';
import {
  correctionOf,
  firstLook,
  type LookClocks,
  lookOf,
  type LookWindow,
  unshownMs,
  windowOf,
} from './look-window.ts';
import { type FirstLook, readResumeToken, writeResumeToken } from './resume-token.ts';
import type { SignedAnswer } from './signed-answer.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { uploadOf } from './upload.ts';

/** 500 messages each. A longer list is not read to its end, and does not show that an upload is not held. */
const MAX_PAGES = 20;
/** An upload may be listed long before an empty list shows that it is not held. */
const MAX_WAIT_MS = 10 * 60_000;

export interface MessageLookUp extends LookClocks {
  readonly questions: AnafQuestions;
}

/** What is searched for in the messages of a company. */
interface Sought {
  readonly cif: string;
  /** `filtru`; all messages if left out. */
  readonly filter?: 'R';
  mayBeOurs(message: ListedMessage): boolean;
  isOurs(signed: SignedAnswer): boolean | Promise<boolean>;
}

/** Searches the messages since shortly before the send. A list shows an upload only after its check (docs/routes/ro-efactura.md). */
export async function lookFor(inquiry: Inquiry, ports: MessageLookUp): Promise<RailAnswer> {
  const { addressing, facts } = await inquiry.document();
  const cif = uploadOf(facts, addressing)?.query['cif'];
  if (cif === undefined) return { mapping: statuses.noSeller };
  const buyer = cifOf(addressing.buyer);
  return lookForUpload(inquiry, ports, {
    cif,
    mayBeOurs: (message) => mayBeOurs(message, buyer),
    isOurs: (signed) => isOurs(signed, inquiry),
  });
}

/** As `lookFor`, of any upload. */
export const lookForUpload = (inquiry: Inquiry, ports: MessageLookUp, sought: Sought): Promise<RailAnswer> =>
  new Look(inquiry, ports, sought).run();

type Page = Awaited<ReturnType<AnafQuestions['page']>>;

/** One reading of the list. */
class Look {
  private readonly others: Set<string>;
  private first: FirstLook | undefined;
  private window: LookWindow;

  constructor(
    private readonly inquiry: Inquiry,
    private readonly ports: MessageLookUp,
    private readonly sought: Sought,
  ) {
    const state = readResumeToken(inquiry.resumeToken);
    this.others = new Set(state.others);
    this.first = lookOf(state.firstLook, inquiry);
    this.window = windowOf(inquiry, ports, { aheadMs: 0, first: this.first });
  }

  async run(): Promise<RailAnswer> {
    let listed = await this.firstPage();
    let isWhole = true;
    const { anafTime } = listed ?? {};
    for (let page = 1; ; page += 1) {
      if (listed === undefined) return inAMoment(this.resumeState());
      if ('failure' in listed) return { ...asking(listed.failure), ...this.resumeState() };
      const { pages, isBroken, messages } = listed;
      isWhole &&= !isBroken && pages <= MAX_PAGES;
      const answer = await this.among(messages);
      if (answer) return { ...this.resumeState(), ...answer };
      if (page >= Math.min(pages, MAX_PAGES)) break;
      listed = (await this.inquiry.acquirePermit()) ? await this.page(page + 1) : undefined;
    }
    // What was not read may be ours.
    const empty = isWhole ? this.emptyAt(anafTime) : { mapping: statuses.notUnderstood };
    return { ...empty, ...this.resumeState() };
  }

  /**
   * Asks once more if ANAF's clock shows that the list ends too early or in the future.
   * @returns undefined without a permit.
   */
  private async firstPage(): Promise<Page | undefined> {
    const { inquiry, ports } = this;
    let listed = await this.page(1);
    const aheadMs = correctionOf(this.window, listed, ports);
    if (aheadMs !== undefined) {
      this.window = windowOf(inquiry, ports, { aheadMs, first: this.first });
      if (!(await inquiry.acquirePermit())) return undefined;
      listed = await this.page(1);
    }
    if (listed.anafTime !== undefined) this.first ??= firstLook(inquiry, this.window, listed.anafTime);
    return listed;
  }

  private page(number: number): Promise<Page> {
    const { from, to } = this.window;
    return this.ports.questions.page(this.inquiry.credential, {
      startTime: String(from),
      endTime: String(to),
      cif: this.sought.cif,
      ...(this.sought.filter && { filtru: this.sought.filter }),
      pagina: String(number),
    });
  }

  /** The answer if one of the messages is ours, or if one that may be ours cannot be read now. */
  private async among(messages: readonly ListedMessage[]): Promise<RailAnswer | undefined> {
    const { inquiry, others } = this;
    for (const message of messages) {
      if (!this.sought.mayBeOurs(message) || others.has(message.id)) continue;
      if (!(await inquiry.acquirePermit())) return inAMoment();
      const answer = await this.ports.questions.download(inquiry.credential, message.id);
      if ('mapping' in answer) return asking(answer);
      const { signed } = answer;
      if (!signed) return { mapping: statuses.unreadableAnswer };
      if (await this.sought.isOurs(signed)) return acceptedAnswer(message, answer);
      others.add(message.id);
    }
    return undefined;
  }

  /** An empty list counts once ANAF's own time shows that it reaches far enough: the service's clock may be wrong. */
  private emptyAt(anafTime: number | undefined): RailAnswer {
    if (anafTime === undefined || !this.first) return { mapping: statuses.withoutTime };
    const waitMs = unshownMs(this.first, this.window, anafTime, this.ports);
    return waitMs > 0
      ? { mapping: statuses.notShownYet, retryAfterSeconds: Math.ceil(Math.min(waitMs, MAX_WAIT_MS) / 1000) }
      : { mapping: statuses.notHeld };
  }

  private resumeState(): { readonly resumeToken: string } {
    const { firstLook: _before, ...state } = readResumeToken(this.inquiry.resumeToken);
    const resumeToken = { ...state, others: [...this.others], ...(this.first && { firstLook: this.first }) };
    return { resumeToken: writeResumeToken(resumeToken) };
  }
}

/** If the sentence names a buyer, it must be ours. A refused upload shows nothing to compare, and may be sent again. */
const mayBeOurs = ({ isSent, buyer }: ListedMessage, ours: string | undefined): boolean =>
  isSent && (buyer === undefined || ours === undefined || buyer === ours);

const acceptedAnswer = ({ id, index }: ListedMessage, answer: Download): RailAnswer => ({
  mapping: statuses.accepted,
  legalId: index,
  reference: index,
  resumeToken: writeResumeToken({ download: id }),
  remarks: remarksOn(answer),
  raw: rawOf(answer),
  ...receiptOf(answer),
});
