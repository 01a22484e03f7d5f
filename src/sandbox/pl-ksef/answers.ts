import { json, type Reply } from '../network.ts';

/** Answers may grow members at any time: a client ignores those that it does not know. */
const UNKNOWN = { sandboxNote: 'A member that no description has.' };

export const said = (status: number, members: Readonly<Record<string, unknown>>): Reply =>
  json(status, { ...members, ...UNKNOWN });
