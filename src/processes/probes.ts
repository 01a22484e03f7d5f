import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Container } from 'inversify';
import { PinoLog } from '../adapters/pino/pino-log.ts';
import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { fingerprintOf } from '../adapters/sealing/jose-sealer.ts';
import { WatchWorkers } from '../application/operation/watch-workers.ts';
import type { Probe } from '../ports/probe.ts';
import { builtInPacks } from 'en16931-rules/packs/install/sources.ts';
import * as t from './tokens.ts';
import { WIRING } from './wiring.ts';

/** GET /health mentions work that waits longer than this. */
const LATE_MS = 10 * 60_000;

/** The parts of GET /health. */
export function probes(container: Container): readonly Probe[] {
  const pool = container.get(PoolValidator);
  const log = container.get(PinoLog);
  return [
    { name: 'store', check: () => store(container) },
    { name: 'master_key', check: () => masterKey(container) },
    { name: 'scheduler', check: () => scheduler(container) },
    { name: 'validators', check: () => pool.ready().then(() => 'ok') },
    { name: 'rule_packs', check: () => rulePacks(container) },
    { name: 'workers', check: async () => workers(container) },
    { name: 'descriptors', check: descriptors },
    // Mentioned, but no failure: the service works without its log.
    { name: 'log', check: async () => (log.stats().isWritten ? 'ok' : 'ok; lines are being lost') },
  ];
}

/** A timer asks it, too: without any free descriptor no probe could connect. */
export const WATCHED: ReadonlySet<Probe['name']> = new Set(['descriptors']);

/** Fewer than these count as none: the next connections take them. */
const MIN_DESCRIPTORS = 10;

/** If there is no descriptor, the system closes a new connection, and this process does not notice. */
async function descriptors(): Promise<string> {
  const taken: number[] = [];
  try {
    while (taken.length < MIN_DESCRIPTORS) taken.push(openSync(devNull, 'r'));
    return 'ok';
  } finally {
    for (const each of taken) closeSync(each);
  }
}

/** Finds what would fail now: an intake on a full disk, a read of a damaged page. */
async function store(container: Container): Promise<string> {
  const { check } = container.get(t.STORE).stores;
  await check.tryOut(container.get(t.port('clock')).now());
  const remarks = [
    ...((await container.get(t.port('keys')).isEmpty()) ? ['empty'] : []),
    ...(check.lacks === undefined ? [] : [`without ${check.lacks}`]),
  ];
  return ['ok', ...remarks].join('; ');
}

/** Mentioned, but no failure, if there is none: a process may start without one, and everything without content works. */
async function masterKey(container: Container): Promise<string> {
  const { current, next } = container.get(t.port('masterKeys'));
  if (!current) return 'missing; calls that need it are answered 503 no-master-key';
  const fingerprints = [current, ...(next ? [next] : [])].map(fingerprintOf);
  const used = await container.get(t.STORE).stores.sealed.masterKeyFingerprint(fingerprintOf(current));
  if (!fingerprints.includes(used))
    throw new Error('a rotation has put a key in place that this process was not given');
  return next ? 'ok; a rotation is under way' : 'ok';
}

/** Mentioned, but no failure: without this process the same packs would be missing. */
async function rulePacks(container: Container): Promise<string> {
  const description = await container.get(PoolValidator).describePacks();
  const { packs } = await container.get(t.RULES).read();
  const installed = new Set(packs.map(({ manifest }) => manifest.id));
  const missing = builtInIds().filter((id) => !installed.has(id));
  const ages = await container.get(WIRING).measurePackAges.run();
  const old = ages.filter(({ isOld }) => isOld).map(({ pack }) => `${pack.id} ${pack.version}`);
  const says =
    missing.length === 0
      ? (description ?? 'ok')
      : `ok; not installed: ${missing.join(', ')}; documents that need them are not judged`;
  return old.length === 0 ? says : `${says}; older than the rhythm of its publisher: ${old.join(', ')}`;
}

/** Fails once a record has been due for a minute that no live process can take: nothing that is submitted now would be done. */
function workers(container: Container): string {
  const { waitingLanes } = container.get(WatchWorkers);
  if (waitingLanes.length > 0) throw new Error(`no worker for a minute: ${waitingLanes.join(', ')}`);
  return 'ok';
}

let ids: readonly string[] | undefined;
const builtInIds = (): readonly string[] => (ids ??= [...new Set(builtInPacks().map(({ pack }) => pack.id))]);

/** Jobs are in the store. That somebody works on them shows by one thing: nothing due grows old. */
async function scheduler(container: Container): Promise<string> {
  const now = container.get(t.port('clock')).now();
  // One look into an index: the call needs no key, so its rate has no limit.
  const late = await container
    .get(t.port('invoices'))
    .listNeglected(new Date(now.getTime() - LATE_MS), now, 1);
  // Mentioned, but no failure: taking this process out of service would not speed the work up.
  return late.length > 0 ? 'ok; work is waiting too long' : 'ok';
}
