import { join } from 'node:path';
import { readMappings } from '../../src/processes/read-mappings.ts';
import { projectFolder } from '../../validators/packs/project-folder.ts';

export const MAPPINGS_FOLDER = join(projectFolder(), 'mappings');

/** As the product has them. */
export const MAPPINGS = readMappings(MAPPINGS_FOLDER);
