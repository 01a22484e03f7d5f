import { type OpenOptions, openWith } from './open-with.ts';
import type { OpenedRules } from './opened-rules.ts';

export * from './types.ts';

/** Opens the rules in a browser. A PDF is not opened there: its layer says that it did not run. */
export const openRules = (options: OpenOptions = {}): Promise<OpenedRules> => openWith(options);
