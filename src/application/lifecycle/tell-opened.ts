import { waitsFor } from '../../domain/lifecycle/care-item.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { Telemetry } from '../../ports/telemetry.ts';

export interface CareTelemetry {
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
}

/**
 * Counts the care rows that a stored change has opened.
 * @returns them.
 */
export function tellOpened(
  before: readonly CareRow[],
  after: readonly CareRow[],
  { telemetry }: CareTelemetry,
): readonly CareRow[] {
  const opened = after.filter(
    ({ code, handledAt }) =>
      !handledAt && !before.some((row) => row.code === code && row.handledAt === undefined),
  );
  for (const row of opened) telemetry.careOpened(row.code, waitsFor(row));
  return opened;
}
