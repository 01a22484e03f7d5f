import { LOCAL_CLIENT } from '../../domain/access/caller.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { clientOf, invoiceInCare, requireRow } from './own-care.ts';
import { type CareCall, type CarePorts, changeCare } from './change-care.ts';

/** What people keep with a row: who takes it, and what they found out. */
export interface CareNote {
  readonly note?: string;
  readonly assignee?: string;
}

interface Ports extends CarePorts {
  readonly content: Pick<TextSealer, 'sealText'>;
}

/**
 * Keeps a note with a care row. It may quote the invoice and name a person, so it is sealed, on a row without client under the key of the
 * operator's own; no event has it.
 */
export class NoteOnCare {
  constructor(private readonly ports: Ports) {}

  /**
   * @param note in place of the one before; without any member none is left.
   * @throws CallFailed `not-found`; `no-master-key`; `busy` while a worker holds the invoice.
   */
  async run(call: CareCall & { readonly code: string }, note: CareNote): Promise<void> {
    const { caller, code, id } = call;
    const client = clientOf(await invoiceInCare(this.ports, caller, id)) ?? LOCAL_CLIENT;
    const isNone = note.note === undefined && note.assignee === undefined;
    const sealedNote = isNone ? undefined : await this.ports.content.sealText(client, JSON.stringify(note));
    await changeCare(this.ports, call, ({ care }, notedAt) => {
      requireRow(care, code);
      const noted = sealedNote !== undefined && { sealedNote, notedAt, notedBy: caller.keyId };
      return {
        action: 'care_noted',
        details: { code, removed: isNone },
        care: care.map((row) => (row.code === code ? { ...withoutNote(row), ...noted } : row)),
      };
    });
  }
}

const withoutNote = ({ sealedNote: _, notedAt: _1, notedBy: _2, ...row }: CareRow): CareRow => row;
