import { createHash } from 'node:crypto';
import type { NetworkDependencies } from '../network.ts';
import { dayOf } from './bucharest.ts';
import type { Ending } from './endings.ts';
import type { InvoiceParts } from './invoice-parts.ts';
import { ROUTE } from './limits.ts';
import { errorsOf } from './rules.ts';
import { TEXTS } from './texts.ts';

/** Test and production are separate. */
export type System = 'test' | 'prod';

/** An accepted file, and its outcome. */
export interface Upload {
  readonly system: System;
  readonly serial: number;
  readonly standard: string;
  readonly uploadedAt: number;
  /** Until then it is being processed. */
  readonly readyAt: number;
  readonly stare: 'ok' | 'nok' | 'XML cu erori nepreluat de sistem';
  readonly errors: readonly string[];
  /** The rights of its upload. */
  readonly cif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly sellerCif: string;
  readonly buyerCif: string;
  readonly selfBilled: boolean;
  /** A message from buyer to seller is about this index. */
  readonly about?: string;
  /** An invoice of another seller, who does not use this system. */
  readonly laidReady?: true;
  readonly statusLimited?: true;
}

export interface Arriving {
  readonly system: System;
  readonly standard: string;
  readonly cif: string;
  readonly selfBilled: boolean;
  readonly parts: InvoiceParts;
  readonly bytes: Buffer;
}

const FIRST_INDEX = 5_000_000_000;
const FIRST_DOWNLOAD = 3_000_000_000;
/** A file has a download id for each side. */
const SIDES = 2;

/** All accepted files. */
export class Uploads {
  constructor(private readonly dependencies: Pick<NetworkDependencies, 'state' | 'pace'>) {}

  /** @returns how often this invoice has arrived, this time included. */
  count({ system, parts: { sellerCif, number } }: Pick<Arriving, 'system' | 'parts'>): number {
    return this.dependencies.state.count(ROUTE, `uploaded ${JSON.stringify([system, sellerCif, number])}`);
  }

  /** Stores an invoice with its verdict, which is shown when it is due. */
  take(arriving: Arriving, ending: Ending): Upload {
    const { state, pace } = this.dependencies;
    return state.transaction(() => {
      const verdict = this.verdict(arriving, ending);
      const upload = this.keep(arriving, verdict, {
        readyAt: pace.dueIn(1 + (ending.extraSteps ?? 0)),
        ...(ending.statusLimited && { statusLimited: true as const }),
      });
      if (verdict.stare === 'ok') this.hold(upload, arriving.bytes);
      return upload;
    });
  }

  /** A buyer's message. */
  takeMessage(arriving: Arriving, about: string): Upload {
    const verdict = { stare: 'ok', errors: [] } as const;
    return this.keep(arriving, verdict, { readyAt: this.dependencies.pace.dueIn(1), about });
  }

  /** Stores an invoice of another seller, available at once. */
  layReady(arriving: Arriving): Upload {
    return this.keep(arriving, { stare: 'ok', errors: [] }, { readyAt: Date.now(), laidReady: true });
  }

  find(system: System, index: string): Upload | undefined {
    const upload = this.dependencies.state.findKept<Upload>(ROUTE, 'upload', index);
    return upload?.system === system ? upload : undefined;
  }

  /** The file of a download id, once it is due. */
  behind(system: System, downloadId: string): Upload | undefined {
    const serial = Math.floor((Number(downloadId) - FIRST_DOWNLOAD) / SIDES);
    const upload = this.find(system, String(FIRST_INDEX + serial));
    return upload && isReady(upload) && upload.stare.length <= 3 ? upload : undefined;
  }

  bytesOf(upload: Upload): Buffer {
    return Buffer.from(
      this.dependencies.state.findKept<string>(ROUTE, 'bytes', indexOf(upload)) ?? '',
      'base64',
    );
  }

  /** Oldest first. */
  ready(system: System): readonly Upload[] {
    return this.dependencies.state
      .allKept<Upload>(ROUTE, 'upload')
      .filter((upload) => upload.system === system && isReady(upload));
  }

  private verdict(arriving: Arriving, { ends }: Ending): Pick<Upload, 'stare' | 'errors'> {
    if (ends === 'not-taken') return { stare: 'XML cu erori nepreluat de sistem', errors: [] };
    if (ends === 'refused')
      return { stare: 'nok', errors: [TEXTS.rule('BR-RO-110', 'Subdiviziunea tarii vanzatorului (BT-39)')] };
    const original = this.original(arriving) ?? (ends === 'duplicate' ? this.another(arriving) : undefined);
    if (original)
      return {
        stare: 'nok',
        errors: [TEXTS.duplicate(indexOf(original), dayOf(original.uploadedAt))],
      };
    const errors = errorsOf(arriving.bytes);
    return { stare: errors.length > 0 ? 'nok' : 'ok', errors };
  }

  /** The file with the same seller, number and day. */
  private original({ system, parts }: Arriving): Upload | undefined {
    const index = this.dependencies.state.findKept<string>(ROUTE, 'original', originalKey(system, parts));
    return index === undefined ? undefined : this.find(system, index);
  }

  /** Another invoice of that number, as if the seller had sent it in another way. */
  private another(arriving: Arriving): Upload {
    const bytes = Buffer.concat([arriving.bytes, Buffer.from('<!-- sent before, by other means -->')]);
    return this.keep({ ...arriving, bytes }, { stare: 'ok', errors: [] }, { readyAt: Date.now() });
  }

  private keep(
    { system, standard, cif, selfBilled, parts, bytes }: Arriving,
    verdict: Pick<Upload, 'stare' | 'errors'>,
    facts: Pick<Upload, 'readyAt' | 'about' | 'laidReady' | 'statusLimited'>,
  ): Upload {
    const { state } = this.dependencies;
    const { number, issueDate, sellerCif, buyerCif } = parts;
    const invoice = { system, standard, cif, selfBilled, number, issueDate, sellerCif, buyerCif };
    const serial = state.count(ROUTE, 'uploads');
    const upload: Upload = { ...invoice, ...verdict, ...facts, serial, uploadedAt: Date.now() };
    const index = indexOf(upload);
    state.keep(ROUTE, 'upload', index, upload);
    state.keep(ROUTE, 'bytes', index, bytes.toString('base64'));
    if (verdict.stare === 'ok' && standard !== 'RASP')
      state.keep(ROUTE, 'original', originalKey(system, parts), index);
    return upload;
  }

  private hold(upload: Upload, bytes: Buffer): void {
    const { system, standard, cif, selfBilled, sellerCif, buyerCif, number } = upload;
    this.dependencies.state.hold({
      route: ROUTE,
      identity: indexOf(upload),
      number,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      facts: {
        system,
        standard,
        cif,
        self_billed: selfBilled,
        seller_cif: sellerCif,
        buyer_cif: buyerCif,
      },
    });
  }
}

/** `index_incarcare` */
export const indexOf = ({ serial }: Pick<Upload, 'serial'>): string => String(FIRST_INDEX + serial);

/** `id_descarcare`, another for each side. */
export const downloadOf = ({ serial }: Pick<Upload, 'serial'>, side: 'sender' | 'receiver'): string =>
  String(FIRST_DOWNLOAD + serial * SIDES + (side === 'receiver' ? 1 : 0));

export const isReady = ({ readyAt }: Upload): boolean => readyAt <= Date.now();

const originalKey = (system: System, { sellerCif, number, issueDate }: InvoiceParts): string =>
  JSON.stringify([system, sellerCif, number, issueDate]);
