import { copyFileSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  describeCopy,
  filesOf,
  nameDraft,
  removeDraft,
  revokedKeysOf,
  settleCopy,
} from '../../adapters/sqlite/copy-sqlite.ts';
import { fingerprintOf } from '../../adapters/sealing/jose-sealer.ts';
import { makeFolder } from '../../adapters/sqlite/store-files.ts';
import type { EndedAccess } from '../../application/operation/end-access.ts';
import { CommandRefused } from '../frame/endings.ts';
import { readMasterKey } from '../../processes/master-key.ts';
import type { Settings } from '../../processes/settings/settings.ts';
import { type BackupManifest, readBackup, STORE_FILE } from './backup-folder.ts';
import { openHold } from './open-hold.ts';

interface Restored {
  readonly path: string;
  readonly manifest: BackupManifest;
  /** Invoices that wait until somebody has checked whether their route holds them. */
  readonly heldInvoices: number;
  /** Tax reports that wait in the same way. */
  readonly heldReports: number;
  /** Statuses that end as unknown. */
  readonly givenUp: number;
  /** Undefined if all were kept. */
  readonly ended?: EndedAccess | undefined;
}

export interface RestoreWish {
  /** Keys and links of the backup stay as they were, also if they were revoked since. */
  readonly keepKeys?: boolean | undefined;
  /** The file of the lost store, which tells what was revoked since. */
  readonly lost?: string | undefined;
}

/**
 * Makes a store from a backup, if there is none. Invoices that were not with their route yet are held (`HoldUnsent`), as are tax reports
 * that were not accepted (`HoldRestoredReports`), and no status of the backup is sent (`GiveUpRestoredStatuses`). Keys and links that were
 * revoked since are revoked again (`EndAccess`).
 * @throws CommandRefused, StoreRefused, SettingRefused: nothing was made.
 */
export async function restoreStore(
  settings: Settings,
  from: string,
  { keepKeys, lost }: RestoreWish = {},
): Promise<Restored> {
  const { store } = settings;
  if (store.kind !== 'sqlite')
    throw new CommandRefused(
      'STORE_URL names a MongoDB: restore it by its own tools, then run ids restore hold.',
    );
  const { path } = store;
  const inTheWay = filesOf(path);
  if (inTheWay.length > 0)
    throw new CommandRefused(
      `${inTheWay.join(' and ')} ${inTheWay.length === 1 ? 'is' : 'are'} in the way: a backup is restored where there is no store. Move it away, and name it as --lost: it knows the keys that were revoked since.`,
    );
  const manifest = await readBackup(from);
  await refuseOtherKey(settings, manifest);
  const revoked = lost === undefined ? undefined : revokedKeysOf(lost);
  const draft = `${path}.restoring`;
  makeFolder(dirname(path));
  removeDraft(draft);
  try {
    copyFileSync(join(from, STORE_FILE), draft, constants.COPYFILE_EXCL);
    describeCopy(draft);
    const unsent = await withoutUnsent(settings, draft, { takenAt: manifest.takenAt, revoked, keepKeys });
    settleCopy(draft);
    nameDraft(draft, path);
    return { path, manifest, ...unsent };
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
}

interface Since {
  readonly takenAt: Date;
  readonly revoked: ReadonlySet<string> | undefined;
  readonly keepKeys: boolean | undefined;
}

async function withoutUnsent(
  settings: Settings,
  path: string,
  { takenAt, revoked, keepKeys }: Since,
): Promise<Pick<Restored, 'heldInvoices' | 'heldReports' | 'givenUp' | 'ended'>> {
  const { hold, statuses, reports, access, close } = await openHold({
    ...settings,
    store: { kind: 'sqlite', path },
  });
  try {
    return {
      heldInvoices: await hold.hold(takenAt),
      heldReports: await reports.hold(takenAt),
      givenUp: await statuses.run(takenAt),
      ended: await access.run(takenAt, { revoked, keepKeys }),
    };
  } finally {
    await close();
  }
}

/** With another key nothing could be read, and only a later start would report it. Without a key the error names the one that it needs. */
async function refuseOtherKey(settings: Settings, { masterKeyFingerprint }: BackupManifest): Promise<void> {
  const { masterKey } = settings;
  if (masterKeyFingerprint === undefined || masterKey.from === 'made' || masterKey.from === 'nowhere') return;
  const key = await readMasterKey(masterKey, () => Promise.resolve(true));
  if (key && fingerprintOf(key) !== masterKeyFingerprint)
    throw new CommandRefused(
      `The master key is not that of the backup (fingerprint ${masterKeyFingerprint}): nothing in it could be read.`,
    );
}
