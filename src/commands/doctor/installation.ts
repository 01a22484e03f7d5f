import { existsSync } from 'node:fs';
import { ListPacks } from '../../application/operation/list-packs.ts';
import { MeasurePackAges } from '../../application/operation/measure-pack-ages.ts';
import { fingerprintOf } from '../../adapters/sealing/jose-sealer.ts';
import { masterKeyOf } from '../../adapters/sqlite/copy-sqlite.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { readMasterKey } from '../../processes/master-key.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { type MasterKeySource, type Settings, SettingRefused } from '../../processes/settings/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import { StoreRefused } from '../../ports/store-refused.ts';
import { publishers } from 'en16931-rules/packs/publishers.ts';
import { isOwnLayer } from 'en16931-rules/layers/layer-selection.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { ownProblems } from 'en16931-rules/packs/own/own-packs.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { look, ok, type Remark, wrong } from './remark.ts';

/** The settings of this environment, and the packs that they name. The store is only read: a start would bring its schema up to date. */
export async function examineInstallation(
  env: NodeJS.ProcessEnv,
  clock: Clock = REAL_CLOCK,
): Promise<readonly Remark[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingRefused)) throw error;
    return [wrong('settings', error.message, 'Correct it: docs/configuration.md has every setting.')];
  }
  const { environment, store, role } = settings;
  return [
    ok('settings', `${environment}, role ${role}, store ${store.kind}`),
    ...storeRemarks(settings),
    ...(await masterKeyRemarks(settings)),
    ...(await packRemarks(settings.rulesDir, clock)),
  ];
}

function storeRemarks({ store }: Settings): readonly Remark[] {
  if (store.kind !== 'sqlite') return [];
  return existsSync(store.path)
    ? [ok('store', store.path)]
    : [
        look(
          'store',
          `${store.path} does not exist`,
          'The first start makes it. If there was one, STORE_URL names another file.',
        ),
      ];
}

async function masterKeyRemarks({ masterKey, newMasterKey, store }: Settings): Promise<readonly Remark[]> {
  if (masterKey.from === 'nowhere')
    return [
      wrong(
        'master key',
        'MASTER_KEY is not set',
        'Set MASTER_KEY or MASTER_KEY_FILE: invoices are sealed with it.',
      ),
    ];
  if (masterKey.from === 'file' && !existsSync(masterKey.path))
    return [
      wrong('master key', `${masterKey.path} does not exist`, 'MASTER_KEY_FILE names the file with the key.'),
    ];
  const name = masterKey.from === 'value' ? 'MASTER_KEY' : masterKey.path;
  if (store.kind !== 'sqlite' || !existsSync(store.path)) return [ok('master key', name)];
  try {
    const used = masterKeyOf(store.path);
    if (used === undefined || (await fingerprints([masterKey, newMasterKey])).includes(used))
      return [ok('master key', name)];
    const whose = `${name} is not the key that ${store.path} is used with (fingerprint ${used})`;
    return [wrong('master key', whose, 'Put that key back: nothing in the store can be read without it.')];
  } catch (error) {
    if (error instanceof SettingRefused)
      return [wrong('master key', error.message, 'Put the key of this store back.')];
    if (!(error instanceof StoreRefused)) throw error;
    return [look('master key', `${name}, not compared: ${error.message}`, 'Look at the file of the store.')];
  }
}

/** Of those keys that are there; none is made. */
async function fingerprints(sources: readonly MasterKeySource[]): Promise<readonly string[]> {
  const keys = await Promise.all(
    sources.map((source) =>
      readMasterKey(source.from === 'made' ? { ...source, from: 'file' } : source, () =>
        Promise.resolve(true),
      ),
    ),
  );
  return keys.flatMap((key) => (key ? [fingerprintOf(key)] : []));
}

const remedyOf = (damage: string): string =>
  damage.startsWith('own/overlays.yaml')
    ? 'Correct the row: docs/rules.md has its members.'
    : 'Run ids packs compile, or ids packs remove FOLDER.';

async function packRemarks(rulesDir: string, clock: Clock): Promise<readonly Remark[]> {
  const rules = new RulesFolder(rulesDir);
  const { packs, entries } = await rules.read();
  if (packs.length === 0)
    return [
      wrong('packs', `${rulesDir} holds no rule pack`, 'Run ids packs compile; no document can be checked.'),
    ];
  const overlays = await overlayStates(rulesDir, { packs, entries }, dayOf(clock.now()));
  const broken = [await rules.damages(), await ownProblems(rulesDir, packs), overlays.problems].flat();
  const damages = [...new Set(broken)];
  const installed = { entries: () => Promise.resolve(entries) };
  const { rows } = await new ListPacks({ packs: installed, clock }).run();
  const ages = await new MeasurePackAges({ packs: installed, publishers: publishers(), clock }).run();
  // Own rules have their own days.
  const without = rows
    .filter(({ layer, inForce }) => !inForce && !isOwnLayer(layer))
    .map(({ layer }) => layer);
  return [
    ok('packs', `${packs.length} in ${rulesDir}`),
    ...damages.map((damage) => wrong('packs', damage, remedyOf(damage))),
    ...overlays.notices.map(({ says }) =>
      look('overlays', says, 'Change or remove its row of own/overlays.yaml.'),
    ),
    ...without.map((layer) =>
      wrong(
        'packs',
        `no pack of the layer ${layer} is in force today`,
        'Install its release: ids packs install or adopt.',
      ),
    ),
    ...ages
      .filter(({ isOld }) => isOld)
      .map(({ publisher, pack: { id, version }, ageDays, expectedIn }) =>
        look(
          'packs',
          `${id} ${version} is ${ageDays} days old; the next release of ${publisher.name} was expected in ${expectedIn}`,
          `Look at ${publisher.announcedAt}; then upgrade the service, or adopt the release: ids packs adopt.`,
        ),
      ),
  ];
}
