import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/** The official checks, run outside this process's event loop. */
export interface Validator {
  /**
   * Runs the layers for route, syntax and BT-24, in order: `xsd`, `en16931`, then the route's (decisions, "Checks and reports"). A layer
   * that could not run is a `not_run` layer, never an exception.
   * @throws CallFailed `busy` if every thread works, the queue is full and the access is `refuse`; also later, if a client with fewer
   * waiting documents gets the slot.
   */
  check(document: DocumentToCheck, access: PoolAccess): Promise<readonly Layer[]>;

  /** A finding for each pack that the document needs and that is not installed now; a caller need not wait for a thread. */
  missingPacks(document: DocumentToCheck): Promise<readonly Finding[]>;

  /**
   * The days within `daysAhead` of the day of the check (`on`, otherwise today) on which another installed pack begins to check such a
   * document, `YYYY-MM-DD`, the soonest first.
   */
  comingDays(document: DocumentToCheck, daysAhead: number): Promise<readonly string[]>;

  /** What is changed in publishers' rules for the documents of a client. */
  overlaysOf(client: string): Promise<readonly Overlay[]>;
}

/** The client of a document that waits for a thread: clients take turns. */
export interface PoolAccess {
  readonly client: string;
  readonly whenBusy: WhenBusy;
}

/**
 * What happens if the queue is full: a caller gets `busy`, a queued invoice waits as long as it takes. So does what gives way to both, and it
 * is no reason for other such work to rest.
 */
export type WhenBusy = 'refuse' | 'wait' | 'give-way';

export interface DocumentToCheck {
  readonly bytes: Uint8Array;
  readonly syntax: Syntax;
  /** BT-24. */
  readonly customization: string | null;
  /** See `SubjectOfChecks`. */
  readonly route: Route | null;
  /** BT-2, `YYYY-MM-DD`: it decides the pack version in force. */
  readonly issueDate: string | null;
  /** The day by whose packs and calendar it is checked instead, `YYYY-MM-DD`. */
  readonly on?: string;
  /** The bytes are a PDF, and the other members describe the XML in it. */
  readonly hybrid?: boolean;
  /** Whose own rules check it, beside those for every client; that of the access if it is checked. */
  readonly client?: string;
  /** Made by this service: faults of the PDF are then ours. */
  readonly isBuiltHere?: boolean;
  /** See `SubjectOfChecks`. */
  readonly isReported?: boolean;
}
