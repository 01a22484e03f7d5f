import { backUp } from './backup/back-up.ts';
import type { Define, Frame } from './frame/frame.ts';
import { readSettings } from '../processes/settings/read-settings.ts';

export const backup: Define = (command, frame) => {
  command
    .requiredOption('--to <folder>', 'each backup gets a folder of its own in it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Copies the SQLite store of STORE_URL, invoices and their files, while the service runs. The folder is printed on standard output. The
master key is not in it: keep it in another place.`,
    )
    .action(frame.act((options: { readonly to: string; readonly json?: boolean }) => copy(options, frame)));
};

async function copy(
  { to, json }: { readonly to: string; readonly json?: boolean },
  { env, terminal }: Frame,
) {
  const { folder, manifest } = await backUp(readSettings(env), to, new Date());
  const { masterKeyFingerprint } = manifest;
  terminal.note(
    masterKeyFingerprint === undefined
      ? 'The store was never used with a master key.'
      : `The master key is not in the backup. Without it nothing in it can be read: keep it in another place (fingerprint ${masterKeyFingerprint}).`,
  );
  if (json) terminal.json({ folder, master_key_fingerprint: masterKeyFingerprint ?? null });
  else terminal.line(folder);
}
