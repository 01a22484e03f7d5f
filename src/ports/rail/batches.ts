import type { CapWindow } from '../../domain/routes/route-caps.ts';
import type { WireCall } from '../../domain/sending/network-calls.ts';
import type { Inquiry } from './inquiry.ts';
import type { RailAnswer } from './rail-answer.ts';

/** Sends several documents of one client at once, if a permit for each alone would take long. */
export interface Batches {
  /** How many batches may be opened for a client and group. */
  readonly windows: readonly CapWindow[];
  /** An invoice whose queue wait exceeds this joins a batch. */
  readonly fromWaitMs: number;
  /** How long a batch gathers further invoices. */
  readonly gatherMs: number;
  readonly most: { readonly documents: number; readonly bytes: number };
  /**
   * Documents with the same answer can go together, under one credential.
   * @param resumeToken made by `prepare`.
   * @returns undefined for a document that has to go alone.
   */
  groupOf(resumeToken: string): string | undefined;
  /** Announces a batch by calls that surely leave nothing behind. */
  open(members: readonly [BatchMember, ...BatchMember[]]): Promise<OpenBatch | RailAnswer>;
}

/** A document of a batch. */
export interface BatchMember extends Inquiry {
  readonly bytes: Uint8Array;
}

/** A batch that the route waits for; without a send the route takes nothing. */
export interface OpenBatch {
  /** The rail's data for each member, stored before the first byte leaves. */
  readonly resumeToken: string;
  /**
   * Sends the batch. Each member gets the answer.
   * @param beginDocument as for a consignment; called before the first byte, and before the call that submits the batch.
   * @param calls as of a credential; the piece of work that opened the batch may be another one.
   */
  send(beginDocument?: () => void, calls?: WireCall[]): Promise<RailAnswer>;
}
