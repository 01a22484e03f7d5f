import type { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { ownProblems } from 'en16931-rules/packs/own/own-packs.ts';
import { JavaMissing } from 'en16931-rules/xsd/java-helper.ts';
import { tryJava } from 'en16931-rules/xsd/java-schema.ts';
import { type Settings, SettingRefused } from './settings/settings.ts';

/** Without packs no document can be checked, and every invoice would end as a dead letter; with a damaged pack some would. */
export async function requireRules(pool: PoolValidator, { rulesDir, ruleEngine }: Settings): Promise<void> {
  const { installed, notForSaxon, problems } = await pool.rulePacks().catch((error: unknown) => {
    throw new SettingRefused('RULES_DIR', `${rulesDir} cannot be read (${codeOf(error)}).`);
  });
  if (problems.length > 0)
    throw new SettingRefused(
      'RULES_DIR',
      `${rulesDir} holds what cannot be used. Run ids packs compile, or remove it:${asLines(problems)}`,
    );
  const packs = await readInstalled(rulesDir);
  const overlays = await overlayStates(rulesDir, packs, dayOf(new Date()));
  const own = [...(await ownProblems(rulesDir, packs.packs)), ...overlays.problems];
  if (own.length > 0)
    throw new SettingRefused(
      'RULES_DIR',
      `${rulesDir} has own rules or overlays that cannot be used:${asLines(own)}`,
    );
  if (installed === 0)
    throw new SettingRefused('RULES_DIR', `${rulesDir} holds no rule pack; run ids packs compile.`);
  if (notForSaxon > 0)
    throw new SettingRefused(
      ruleEngine === 'saxon' ? 'RULE_ENGINE' : 'CROSS_CHECK',
      `needs SaxonJS, and ${notForSaxon} rule packs are not compiled for it; run ids packs compile --engine saxon.`,
    );
}

/** One line a pack or row: of another build there are as many as packs. */
const asLines = (problems: readonly string[]): string => problems.map((problem) => `\n  ${problem}`).join('');

/** Checked at the start, not by the first invoice. */
export async function requireJava({ xsdEngine }: Settings): Promise<void> {
  if (xsdEngine !== 'java') return;
  await tryJava().catch((error: unknown) => {
    if (error instanceof JavaMissing)
      throw new SettingRefused('XSD_ENGINE', `java cannot be used: ${error.message}.`);
    throw error;
  });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : String(error);
