import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { folderName } from 'en16931-rules/packs/installed.ts';
import type { Manifest } from 'en16931-rules/packs/manifest.ts';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import { healthOf } from '../watch.ts';
import { startFaults } from './faults.ts';
import { soon } from './patience.ts';
import type { Scenario, Stage } from './stage.ts';

const packIn = (rules: string, id: string): string =>
  join(
    rules,
    readdirSync(rules).find((name) => name.startsWith(`${id}-`))!,
  );

const moduleOf = (rules: string): string => {
  const pack = packIn(rules, 'en16931');
  return join(
    pack,
    readdirSync(pack).find((name) => name.endsWith('.mjs'))!,
  );
};
const schemaOf = (rules: string): string => join(packIn(rules, 'ubl'), 'source/UBL-Invoice.xsd');
const cut = (path: string): void => truncateSync(path, Math.floor(statSync(path).size / 2));

/** Damages to files of a pack. */
const DAMAGES: Readonly<Record<string, (rules: string) => void>> = {
  'a module of a rule pack is cut': (rules) => cut(moduleOf(rules)),
  'a module of a rule pack is missing': (rules) => rmSync(moduleOf(rules)),
  'a schema is cut': (rules) => cut(schemaOf(rules)),
  'a schema is missing': (rules) => rmSync(schemaOf(rules)),
  'a manifest is cut': (rules) => cut(join(packIn(rules, 'en16931'), 'manifest.json')),
  'explanations of a pack are no explanations': (rules) =>
    writeFileSync(join(packIn(rules, 'en16931'), 'source/catalogue.json'), '[null]'),
};

/** Writes another manifest, with the matching name of its folder. */
function withManifest(rules: string, id: string, change: (manifest: Manifest) => Manifest): void {
  const folder = packIn(rules, id);
  const manifest = change(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
  renameSync(folder, join(dirname(folder), folderName(manifest, sha256(text))));
}

async function leadsOutside(stage: Stage): Promise<readonly string[]> {
  const rules = stage.rules();
  const trace = join(stage.folder, 'was-run');
  const module = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(trace)}, '');\n`;
  writeFileSync(join(stage.folder, 'outside.mjs'), module);
  const program = { engine: 'compiled', file: '../../outside.mjs', sha256: sha256(module) } as const;
  withManifest(rules, 'en16931', (manifest) => ({
    ...manifest,
    entries: manifest.entries.map((entry) => ({ ...entry, programs: [program] })),
  }));
  const faults = await startFaults(stage, /rules/);
  return existsSync(trace) ? [...faults, 'a program outside of its pack was run'] : faults;
}

async function hiddenFolder(stage: Stage): Promise<readonly string[]> {
  const source = join(stage.rules(), '.hidden/source');
  mkdirSync(source, { recursive: true });
  const row = {
    code: 'EI-HIDDEN',
    aliases: [],
    family: 'x',
    who_fixes: 'us',
    title: 'x',
    explanation: 'x',
    fix_hint: 'x',
    routes: [],
    layer: null,
  };
  writeFileSync(join(source, 'catalogue.json'), JSON.stringify([row]));
  const { status } = await new Erp(await stage.start(), OPERATOR_KEY).get('/catalogue/EI-HIDDEN');
  return status === 404 ? [] : [`GET /catalogue/EI-HIDDEN: ${status}`];
}

const AT_THE_START = Object.entries(DAMAGES).map(([name, damage]): Scenario => ({
  name: `${name} before the start`,
  holds: 'the start is refused, or it does not say that it is well',
  run: (stage) => {
    damage(stage.rules());
    return startFaults(stage, /^RULES_DIR |ids packs/m);
  },
}));

const WHILE_IT_RUNS: Scenario = {
  name: 'a module and a schema go while it runs',
  holds: 'it does not say that it is well',
  long: true,
  run: async (stage) => {
    const rules = stage.rules();
    const service = await stage.start();
    for (const damage of [DAMAGES['a module of a rule pack is missing']!, DAMAGES['a schema is missing']!])
      damage(rules);
    const isReported = await soon(10_000, async () => (await healthOf(service.url)) === 503);
    return isReported ? [] : ['GET /health reports good health'];
  },
};

export const PACKS: readonly Scenario[] = [
  ...AT_THE_START,
  WHILE_IT_RUNS,
  { name: 'a manifest names a program outside of its pack', holds: 'it is not run', run: leadsOutside },
  { name: 'explanations are in a hidden folder', holds: 'they are not read', run: hiddenFolder },
]; // prettier-ignore
