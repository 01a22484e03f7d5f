import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { complaint, type AnafResponse } from './anaf.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';

/** A row of a message list. */
export interface ListedMessage {
  /** The id for the download. */
  readonly id: string;
  /** The upload index. */
  readonly index: string;
  readonly isSent: boolean;
  /** The direction of a buyer's message; undefined if its `tip` names both directions, or for anything else. */
  readonly direction?: 'sent' | 'received';
  /** The index that the sentence names: of a buyer's message, the invoice that it is about. */
  readonly about?: string;
  /** The CIF, if the sentence names it. */
  readonly buyer?: string;
  /** `data_creare`, by the clock of Bucharest read as UTC: at most three hours late. */
  readonly setAt?: Date;
}

export type ListPage =
  | {
      readonly messages: readonly ListedMessage[];
      readonly pages: number;
      /** A row cannot be read, or the number of pages. */
      readonly isBroken: boolean;
    }
  | { readonly failure: RailAnswer };

/** An empty list is an error-shaped answer (ANAF's Swagger pages). */
const NOTHING = /^Nu exista mesaje/i;
const NUMBER = /^\d{1,20}$/;

export function listPage(response: AnafResponse): ListPage {
  if (response.kind === 'failure') return { failure: response.failure };
  if (response.kind !== 'json') return { failure: { mapping: statuses.notUnderstood } };
  const { eroare, mesaje, numar_total_pagini: pages } = response.json;
  if (typeof eroare === 'string')
    return NOTHING.test(eroare)
      ? { messages: [], pages: 1, isBroken: false }
      : { failure: complaint(eroare) };
  if (!Array.isArray(mesaje)) return { failure: { mapping: statuses.notUnderstood } };
  const messages = mesaje.flatMap((row: unknown) => list(row) ?? []);
  const named = Number(pages ?? 1);
  // An empty list may have no page.
  const isNumber = Number.isInteger(named) && named >= Math.min(mesaje.length, 1);
  return {
    messages,
    pages: isNumber ? Math.max(named, 1) : 1,
    isBroken: messages.length < mesaje.length || !isNumber,
  };
}

/** The published ids are texts of digits, as long as numbers can be. */
const idIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && NUMBER.test(text) ? text : undefined;
};

function list(row: unknown): ListedMessage | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { tip, detalii, data_creare, ...ids } = row as Record<string, unknown>;
  const [id, index] = [idIn(ids['id']), idIn(ids['id_solicitare'])];
  if (id === undefined || index === undefined) return undefined;
  const sentence = typeof detalii === 'string' ? detalii : '';
  const [, buyer] = /\bcif_beneficiar=\s*(\d\d*)/.exec(sentence) ?? [];
  const [, about] = /\bid_incarcare=\s*(\d{1,20})/.exec(sentence) ?? [];
  const direction = directionIn(tip);
  const setAt = minuteIn(data_creare);
  return {
    id,
    index,
    isSent: tip === 'FACTURA TRIMISA',
    ...(direction && { direction }),
    ...(about !== undefined && { about }),
    ...(buyer !== undefined && { buyer }),
    ...(setAt && { setAt }),
  };
}

/** `yyyyMMddHHmm`. */
function minuteIn(value: unknown): Date | undefined {
  const stated = typeof value === 'string' ? /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value) : null;
  if (!stated) return undefined;
  const [, year, month, day, hour, minute] = stated;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The description has `MESAJ CUMPARATOR PRIMIT / MESAJ CUMPARATOR TRANSMIS`, and not whether a row has all of it. */
function directionIn(tip: unknown): ListedMessage['direction'] {
  if (typeof tip !== 'string' || !/^\s*MESAJ CUMPARATOR/i.test(tip)) return undefined;
  const [isReceived, isSent] = [/\bPRIMIT\b/i.test(tip), /\bTRANSMIS\b/i.test(tip)];
  return isReceived === isSent ? undefined : isSent ? 'sent' : 'received';
}
