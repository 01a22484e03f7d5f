import { mkdirSync, readFileSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allWordFiles } from '../src/processes/read-words.ts';
import { keep, keptFile, READ_AT_STARTS } from '../src/processes/read-yaml.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** The last step of the build: YAML files that the service reads are stored as JSON beside the program. */
for (const path of [...READ_AT_STARTS.flatMap(filesOf), ...allWordFiles()]) {
  const file = keptFile(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(keep(readFileSync(join(projectFolder(), path), 'utf8'))));
}

function filesOf(path: string): readonly string[] {
  const target = join(projectFolder(), path);
  return statSync(target).isDirectory() ? readdirSync(target).map((file) => `${path}/${file}`) : [path];
}
