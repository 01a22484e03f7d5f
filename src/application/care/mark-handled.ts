import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { requireRow } from './own-care.ts';
import { type CareCall, type CarePorts, changeCare, isOpen } from './change-care.ts';

/** Marks care rows of an invoice as handled. */
export class MarkHandled {
  constructor(private readonly ports: CarePorts) {}

  /**
   * @param code the row to close; all open ones if left out.
   * @returns how many rows were open; 0 if all were handled before.
   * @throws CallFailed `not-found`; `busy` while a worker holds the invoice.
   */
  async run(call: CareCall & { readonly code?: string | undefined }): Promise<number> {
    const { code, caller } = call;
    let rows = 0;
    await changeCare(this.ports, call, ({ care }, handledAt) => {
      if (code !== undefined) requireRow(care, code);
      const isMeant = (row: CareRow): boolean => isOpen(row) && (code === undefined || row.code === code);
      rows = care.filter(isMeant).length;
      if (rows === 0) return undefined;
      const handled = { handledAt, handledBy: caller.keyId };
      return {
        action: 'care_handled',
        details: { rows, ...(code !== undefined && { code }) },
        care: care.map((row) => (isMeant(row) ? { ...row, ...handled } : row)),
      };
    });
    return rows;
  }
}
