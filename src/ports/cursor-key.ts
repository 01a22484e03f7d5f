/** A secret of the store, made when it is first asked for; the same for every process. 48 hex digits. */
export type CursorKey = () => Promise<string>;
