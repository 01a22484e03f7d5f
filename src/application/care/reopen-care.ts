import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { type CareCall, type CarePorts, changeCare } from './change-care.ts';
import { isSmall, requireRow } from './own-care.ts';

/** After this a row that was closed by mistake stays closed: others may have relied on it. */
const UNDO_MS = 15 * 60_000;

/** Takes back that rows were marked as handled. What the service closed by itself stays closed. */
export class ReopenCare {
  constructor(private readonly ports: CarePorts) {}

  /**
   * @param code the row to open; all that may be opened if left out.
   * @returns how many rows were opened; 0 if none may be.
   * @throws CallFailed `not-found`; `busy` while a worker holds the invoice.
   */
  async run(call: CareCall & { readonly code?: string | undefined }): Promise<number> {
    const { code } = call;
    let rows = 0;
    await changeCare(this.ports, call, (holder, at) => {
      const { care } = holder;
      const isOver = !isSmall(holder) && holder.state === 'cancelled';
      if (code !== undefined) requireRow(care, code);
      const isMeant = (row: CareRow): boolean =>
        !isOver && mayReopen(row, at) && (code === undefined || row.code === code);
      rows = care.filter(isMeant).length;
      if (rows === 0) return undefined;
      return {
        action: 'care_reopened',
        details: { rows, ...(code !== undefined && { code }) },
        care: care.map((row) => (isMeant(row) ? reopened(row) : row)),
      };
    });
    return rows;
  }
}

const mayReopen = ({ handledAt, handledBy }: CareRow, at: Date): boolean =>
  handledAt !== undefined && handledBy !== undefined && at.getTime() - handledAt.getTime() <= UNDO_MS;

const reopened = ({ handledAt: _, handledBy: _1, ...row }: CareRow): CareRow => row;
