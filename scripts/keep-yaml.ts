import { mkdirSync, readFileSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keep, keptPlace, READ_AT_STARTS } from '../src/processes/read-yaml.ts';
import { projectFolder } from '../validators/packs/project-folder.ts';

/** The last step of the build: YAML files that every start reads are stored as JSON beside the program. */
for (const path of READ_AT_STARTS.flatMap(filesOf)) {
  const place = keptPlace(path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, JSON.stringify(keep(readFileSync(join(projectFolder(), path), 'utf8'))));
}

function filesOf(path: string): readonly string[] {
  const place = join(projectFolder(), path);
  return statSync(place).isDirectory() ? readdirSync(place).map((file) => `${path}/${file}`) : [path];
}
