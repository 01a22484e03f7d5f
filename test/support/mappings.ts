import { join } from 'node:path';
import { readMappings } from '../../src/processes/read-mappings.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

export const MAPPINGS_FOLDER = join(projectFolder(), 'mappings');

/** The mappings of the product. */
export const MAPPINGS = readMappings(MAPPINGS_FOLDER);
