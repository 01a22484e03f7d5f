import { json, type Reply } from '../network.ts';

/** KSeF may add members at any time, so a client ignores unknown ones. */
const UNKNOWN = { sandboxNote: 'A member that no description has.' };

export const reply = (status: number, members: Readonly<Record<string, unknown>>): Reply =>
  json(status, { ...members, ...UNKNOWN });
