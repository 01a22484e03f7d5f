import type { Clock } from '../../../../ports/clock.ts';
import type { Batches, OpenBatch, BatchMember } from '../../../../ports/rail/batches.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Package, packageOf, type Part } from './batch-package.ts';
import type { Caller } from '../client/credential.ts';
import { newSessionKey } from '../client/encryption.ts';
import { type Json, type Ksef, listIn, objectIn, type KsefResponse, textIn } from '../client/ksef.ts';
import { closeBatch } from './close-batch.ts';
import { nameOfForm } from '../sessions/form-code.ts';
import { formIn, readResumeToken, withForm, writeResumeToken } from '../sessions/resume-token.ts';
import { type SessionAccess, openSession } from '../sessions/session-opening.ts';
import { BATCH_NOT_CLOSED, KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

interface Ports extends SessionAccess {
  readonly ksef: Ksef;
  readonly clock: Clock;
}

export interface BatchPace {
  readonly fromWaitMs: number;
  readonly gatherMs: number;
  /** One part of the archive. */
  readonly partBytes?: number;
}

/** For batches with one invoice: it does not wait for others. */
export const ALONE: BatchPace = { fromWaitMs: 0, gatherMs: 0 };

const MINUTE = 60_000;
/** How long KSeF waits for each part before it drops the session (the simulator's checklist, from the ministry's text). */
const UPLOAD_MS = 20 * MINUTE;
const UPLOAD_TRIES = 3;

/** Batch sessions of KSeF: many invoices as one archive, with a cap of their own. */
export class BatchSessions implements Batches {
  /** KSeF lets a company open sixty an hour. */
  readonly windows = [{ seconds: 60.5, limit: 1 }];
  /**
   * KSeF takes 10,000 files and 5 GB. Here the archive and its records are in memory, and a failure concerns all of its invoices: with 5,000 a
   * process has 920 MB.
   */
  readonly most = { documents: 1_000, bytes: 40_000_000 };
  readonly fromWaitMs: number;
  readonly gatherMs: number;
  private readonly partBytes: number | undefined;

  constructor(
    private readonly ports: Ports,
    { fromWaitMs, gatherMs, partBytes }: BatchPace,
  ) {
    this.fromWaitMs = fromWaitMs;
    this.gatherMs = gatherMs;
    this.partBytes = partBytes;
  }

  /** Invoices of one company, form and declaration: a session takes one form, and a batch is offline as a whole. An invoice from a batch that KSeF did not take is sent by itself. */
  groupOf(resumeToken: string): string | undefined {
    const state = readResumeToken(resumeToken);
    if (!state || state.alone || state.batch !== undefined) return undefined;
    const { nip, offline } = state;
    return `${nip}${nameOfForm(formIn(state))}${offline ? ' offline' : ''}`;
  }

  async open(members: readonly [BatchMember, ...BatchMember[]]): Promise<OpenBatch | RailAnswer> {
    const [{ credential, resumeToken }] = members;
    const state = readResumeToken(resumeToken);
    if (!state) return { mapping: statuses.noSeller };
    const { nip, offline } = state;
    const form = formIn(state);
    const declared = { ...withForm(form), ...(offline && { offline }) };
    const caller: Caller = { credential, nip };
    const key = newSessionKey();
    const archive = await packageOf(
      members.map(({ bytes }) => bytes),
      key,
      this.partBytes,
    );
    const request = {
      path: '/sessions/batch',
      limited: 'batch',
      form,
      body: announce(archive, offline === true),
    } as const;
    const opened = await openSession(this.ports, caller, key, request);
    if ('failed' in opened) return opened.failed;
    const session = textIn(opened.response.json['referenceNumber']);
    const uploads = uploadsIn(opened.response.json, archive);
    if (session === undefined || !uploads) return { mapping: statuses.notOpened };
    const uploadUntil = this.ports.clock.now().getTime() + UPLOAD_MS * archive.parts.length;
    const uploaded = writeResumeToken({
      nip,
      session,
      ...declared,
      batch: { uploadUntil, isUploaded: true },
    });
    return {
      resumeToken: writeResumeToken({ nip, session, ...declared, batch: { uploadUntil } }),
      send: async (beginDocument, calls) => {
        beginDocument?.();
        const sender = { nip, credential: { ...credential, calls } };
        const answer = await this.send(sender, session, uploads, beginDocument);
        return answer.mapping.meaning === 'unclear' ? { ...answer, resumeToken: uploaded } : answer;
      },
    };
  }

  /** KSeF takes only a closed batch; until then it holds nothing. A worker that has lost its lease during the upload does not close it. */
  private async send(
    caller: Caller,
    session: string,
    uploads: readonly Upload[],
    begins: (() => void) | undefined,
  ): Promise<RailAnswer> {
    for (const upload of uploads) {
      const failed = await this.upload(upload, caller);
      if (failed) return failed;
    }
    return closed(await closeBatch(this.ports.calls, caller, session, begins));
  }

  /** A part that is sent twice is the same part. */
  private async upload(
    { part, url, headers }: Upload,
    { credential: { calls } }: Caller,
  ): Promise<RailAnswer | undefined> {
    let raw: unknown;
    for (let tries = 0; tries < UPLOAD_TRIES; tries += 1) {
      const response = await this.ports.ksef.put({ url, headers, body: part.cipher, calls });
      if (response === 'done') return undefined;
      raw = response;
    }
    return { mapping: statuses.partNotTaken, raw };
  }
}

const announce = ({ size, hash, parts }: Package, offlineMode: boolean): Json => ({
  batchFile: {
    fileSize: size,
    fileHash: hash,
    fileParts: parts.map((part) => ({
      ordinalNumber: part.ordinal,
      fileSize: part.cipher.length,
      fileHash: part.hash,
    })),
  },
  offlineMode,
});

interface Upload {
  readonly part: Part;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns undefined unless there is an address for each part. */
function uploadsIn(json: Json, { parts }: Package): readonly Upload[] | undefined {
  const requests = listIn(json['partUploadRequests']);
  const uploads = parts.flatMap((part): readonly Upload[] => {
    const request = requests.find(({ ordinalNumber }) => ordinalNumber === part.ordinal);
    const url = textIn(request?.['url']);
    if (url === undefined || request?.['method'] !== 'PUT') return [];
    const named = Object.entries(objectIn(request['headers']) ?? {});
    const headers = named.filter((header): header is [string, string] => typeof header[1] === 'string');
    return [{ part, url, headers: Object.fromEntries(headers) }];
  });
  return uploads.length === parts.length ? uploads : undefined;
}

function closed(response: KsefResponse): RailAnswer {
  if (response.kind === 'done') return { mapping: statuses.batchTaken };
  if (response.kind === 'failure') return response.failure;
  if (response.kind !== 'refused') return { mapping: statuses.notUnderstood };
  const raw = { code: response.code, text: response.text };
  return {
    mapping: BATCH_NOT_CLOSED.has(response.code) ? statuses.batchNotTaken : statuses.notUnderstood,
    raw,
  };
}
