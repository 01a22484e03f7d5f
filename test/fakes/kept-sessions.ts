import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { KeptSessions } from '../../src/application/sending/kept-sessions.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { FakeContentStore } from './content-store.ts';
import { memoryStores } from '../support/memory-stores.ts';

/** The log-ins and sessions of the rails of one process; processes with the same rows share them. */
export const keptSessions = (
  clock: Clock,
  rows: Stores['sessions'] = memoryStores().sessions,
): KeptSessions =>
  new KeptSessions({ rows, clock, content: new FakeContentStore(), digests: new NodeDigests() });
