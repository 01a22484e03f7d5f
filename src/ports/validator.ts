import type { Layer } from '../domain/findings/layer.ts';
import type { Syntax } from '../domain/vocabulary/syntax.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/** The official checks, run outside this process's event loop. */
export interface Validator {
  /**
   * Runs the layers that route, syntax and BT-24 ask for, in order: `xsd`, `en16931`, then the route's (decisions,
   * "Checks and reports"). A layer that could not run is a `not_run` layer, never an exception.
   * @throws CallFailed `busy` when every thread works, the queue is full and the patience is `refuse`; also later, when a
   * client that waits with fewer documents gets the place.
   */
  check(document: DocumentToCheck, turn: PoolAccess): Promise<readonly Layer[]>;
}

/** Whose document waits for a thread: clients take turns. */
export interface PoolAccess {
  readonly client: string;
  readonly whenBusy: WhenBusy;
}

/** What to do when the queue is full: a caller is told to come back, a queued invoice waits as long as it takes. */
export type WhenBusy = 'refuse' | 'wait';

export interface DocumentToCheck {
  readonly bytes: Uint8Array;
  readonly syntax: Syntax;
  /** BT-24. */
  readonly customization: string | null;
  readonly route: Route;
  /** BT-2, `YYYY-MM-DD`: which pack version is in force. */
  readonly issueDate: string | null;
  /** The bytes are a PDF, and the other members speak of the XML in it. */
  readonly hybrid?: boolean;
  /** Made by this service: what is wrong with the PDF is then ours. */
  readonly isBuiltHere?: boolean;
}
