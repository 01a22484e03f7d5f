import { MAX_SILENCE_MS } from '../application/operation/watch-workers.ts';
import { readMasterKeys } from '../processes/master-key.ts';
import { openForCommand } from '../processes/open-for-command.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { rotateMasterKey } from './keys/rotate-master-key.ts';

export const rotateMaster: Define = (command, frame) => {
  command
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Wraps all data keys under NEW_MASTER_KEY (or NEW_MASTER_KEY_FILE) in place of MASTER_KEY. Every process of the service has to run with \
both keys: while one lacks the new key, the command refuses and names it.`,
    )
    .action(frame.act(({ json }: { readonly json?: boolean }) => rotate(json === true, frame)));
};

async function rotate(asJson: boolean, { env, terminal }: Frame): Promise<void> {
  const settings = readSettings(env);
  const opened = await openForCommand(settings);
  try {
    const keys = await readMasterKeys(settings, () => opened.sealed.knowsMasterKey());
    const live = await opened.stores.processes.seenSince(new Date(Date.now() - MAX_SILENCE_MS));
    const count = await rotateMasterKey(keys, { ...opened, live });
    if (asJson) return terminal.json({ data_keys: count });
    terminal.line(
      `${count} data keys are wrapped under the new master key, and none under the old one. Start every process with it as MASTER_KEY ` +
        'and without NEW_MASTER_KEY; keep the old one for as long as backups from before are kept.',
    );
  } finally {
    await opened.close();
  }
}
