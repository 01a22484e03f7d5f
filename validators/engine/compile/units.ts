import type { NewSlot } from './convert.ts';
import type { Slot, Unit } from './ir.ts';
import type { Plain } from './walk.ts';

/** Makes units for parts of an expression. */
export interface Units {
  /** The same unit for the same body. */
  readonly share: (body: Plain) => Unit;
  /** Computed for one node after the other. */
  readonly over: (context: Slot, body: Plain) => Unit;
  readonly newSlot: NewSlot;
}
