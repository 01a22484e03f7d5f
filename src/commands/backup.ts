import { openStore, requireStore } from '../processes/open-store.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { backUp } from './backup/back-up.ts';
import type { Define, Frame } from './frame/frame.ts';
import { NotRun } from './frame/endings.ts';

interface BackupOptions {
  readonly to?: string;
  readonly takenAt?: string;
  readonly json?: boolean;
}

export const backup: Define = (command, frame) => {
  command
    .option('--to <folder>', 'each backup gets a folder of its own in it')
    .option('--taken-at <time>', 'only note that other tools made one then, as 2026-03-02T09:00:00Z')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
With --to: copies the SQLite store of STORE_URL, invoices and their files, while the service runs. The folder is printed on standard output.
The master key is not in it: keep it in another place.
With --taken-at: after mongodump, or after a snapshot of the volume. The metric ids_backup_age_seconds is the age of the newest backup.`,
    )
    .action(frame.act((options: BackupOptions) => run(options, frame)));
};

async function run({ to, takenAt, json = false }: BackupOptions, frame: Frame): Promise<void> {
  if ((to === undefined) === (takenAt === undefined)) throw new NotRun('Name one of --to and --taken-at.');
  if (to !== undefined) return copy(to, json, frame);
  const time = new Date(takenAt!);
  if (!(time.getTime() <= Date.now()))
    throw new NotRun('--taken-at takes the past time of the backup, as 2026-03-02T09:00:00Z.');
  await note(time, json, frame);
}

async function copy(to: string, json: boolean, { env, terminal }: Frame): Promise<void> {
  const { folder, manifest, isNoted } = await backUp(readSettings(env), to, new Date());
  const { masterKeyFingerprint } = manifest;
  if (!isNoted)
    terminal.note('The store could not be written, so ids_backup_age_seconds does not know of this backup.');
  terminal.note(
    masterKeyFingerprint === undefined
      ? 'The store was never used with a master key.'
      : `The master key is not in the backup. Without it nothing in it can be read: keep it in another place (fingerprint ${masterKeyFingerprint}).`,
  );
  if (json) terminal.json({ folder, master_key_fingerprint: masterKeyFingerprint ?? null });
  else terminal.line(folder);
}

async function note(takenAt: Date, json: boolean, { env, terminal }: Frame): Promise<void> {
  const { store, environment } = readSettings(env);
  requireStore(store);
  const { stores, close } = await openStore(store, environment);
  try {
    await stores.check.noteBackup(takenAt);
  } finally {
    await close();
  }
  if (json) terminal.json({ taken_at: takenAt.toISOString() });
  else terminal.line(`The backup of ${takenAt.toISOString()} is noted.`);
}
