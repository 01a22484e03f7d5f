import type { Tool } from '../tool.ts';
import { CHECK_TOOLS, SEND_TOOL } from './check-tools.ts';
import { READ_TOOLS } from './read-tools.ts';

/** The tools, in the order in which they are listed. A further one is a row of its file. */
export const TOOLS: readonly Tool[] = [...CHECK_TOOLS, ...READ_TOOLS, SEND_TOOL];
