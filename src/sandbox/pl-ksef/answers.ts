import { json, type Reply } from '../network.ts';

/** Answers may grow members at any time: whoever does not know one leaves it alone. */
const UNKNOWN = { sandboxNote: 'A member that no description has.' };

export const said = (status: number, members: Readonly<Record<string, unknown>>): Reply =>
  json(status, { ...members, ...UNKNOWN });
