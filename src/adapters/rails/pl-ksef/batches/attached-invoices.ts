import { Newest } from '../../../../domain/newest.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Consignment } from '../../../../ports/rail/inquiry.ts';
import type { OpenBatch } from '../../../../ports/rail/batches.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import { ksefCredential } from '../client/credential.ts';
import { sellerNipOf } from '../client/nip.ts';
import type { BatchSessions } from './batch-sessions.ts';
import { formOf } from '../sessions/form-code.ts';
import { isOfBatch, readResumeToken, withForm, writeResumeToken } from '../sessions/resume-token.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

/** Each holds an invoice of 3 MB at most. */
const MAX_OPEN = 20;
/** The remaining time of an opened batch must be enough for the send. */
const MIN_LEFT_MS = 10 * 60_000;

/** `CheckAttachmentPermissionStatusResponse` of the published description. */
const REGISTERED = '/permissions/attachments/status';

const ATTACHMENT = 'Zalacznik';
const ATTACHMENT_TAG = /<(?:[\w.-][\w.-]*:)?Zalacznik[\s/>]/;

/**
 * Whether KSeF takes the file only in a batch. A file that merely quotes the element goes in a batch, too, which does no harm.
 */
export function hasAttachment(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.includes(ATTACHMENT) && ATTACHMENT_TAG.test(file.toString('latin1'));
}

interface Opened {
  readonly batch: OpenBatch;
  readonly documentSha256: string;
}

/**
 * Invoices with an attachment. KSeF takes them only in batch sessions, also a single one (CIRFMF/ksef-docs). Each opens its
 * own batch before it is marked as sent, so that the session is in the store before the first byte leaves.
 */
export class AttachedInvoices {
  private readonly opened = new Newest<Opened>(MAX_OPEN);

  constructor(
    private readonly batches: BatchSessions,
    private readonly calls: KsefCalls,
    private readonly clock: Clock,
  ) {}

  /** Opens its batch, unless KSeF says that it would refuse the attachment. A batch that this process has opened for it and that is still usable stays. */
  async prepare(
    consignment: Consignment,
    nip: string,
  ): Promise<{ readonly resumeToken: string } | RailAnswer> {
    const { documentSha256, facts, resumeToken } = consignment;
    if (resumeToken !== undefined && this.isReady(resumeToken, documentSha256)) return { resumeToken };
    if (await this.isRefused(consignment, nip)) return { mapping: statuses.noAttachments };
    const own = {
      ...consignment,
      resumeToken: writeResumeToken({
        nip,
        ...withForm(formOf(facts)),
        ...(consignment.offline && { offline: true }),
      }),
    };
    const batch = await this.batches.open([own]);
    if ('mapping' in batch) return batch;
    const session = readResumeToken(batch.resumeToken)?.session;
    if (session === undefined) return { mapping: statuses.notOpened };
    this.opened.set(session, { batch, documentSha256 });
    return { resumeToken: batch.resumeToken };
  }

  /** A batch that another process opened is opened again: KSeF takes nothing from a batch that is never closed. */
  async send(consignment: Consignment): Promise<RailAnswer> {
    const { resumeToken, documentSha256, beginDocument, credential } = consignment;
    const session = readResumeToken(resumeToken)?.session;
    const opened = session === undefined ? undefined : this.opened.take(session);
    if (opened?.documentSha256 !== documentSha256)
      return { mapping: statuses.sessionMoved, retryAfterSeconds: 1 };
    return opened.batch.send(beginDocument, credential.calls);
  }

  /**
   * Asks whether the seller is registered for attachments. Only a clear no counts: a log-in without the right CredentialsRead gets no
   * answer. What the answer for the context of another company says about the seller is unknown, so it is not asked there.
   */
  private async isRefused({ credential, addressing }: Consignment, nip: string): Promise<boolean> {
    const context = ksefCredential(credential)?.context;
    if (sellerNipOf(addressing) !== nip || (context && context.value !== nip)) return false;
    const answer = await this.calls.call({ credential, nip }, 'other', { path: REGISTERED });
    return answer.kind === 'json' && answer.json['isAttachmentAllowed'] === false;
  }

  private isReady(resumeToken: string, documentSha256: string): boolean {
    const state = readResumeToken(resumeToken);
    if (!state || !isOfBatch(state)) return false;
    const left = state.batch.uploadUntil - this.clock.now().getTime();
    return left > MIN_LEFT_MS && this.opened.get(state.session)?.documentSha256 === documentSha256;
  }
}
