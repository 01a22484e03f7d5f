import { FIRST_SCHEMA } from './0001-first-schema.ts';
import { RECEIVER_REGISTRATIONS } from './0002-receiver-registrations.ts';
import { CONNECTIONS } from './0003-connections.ts';

/**
 * The migrations, oldest first; their number is the version of the schema. A released one is never edited, because stores of it exist: a
 * change is a new file at the end of this list.
 */
export const MIGRATIONS: readonly string[] = [FIRST_SCHEMA, RECEIVER_REGISTRATIONS, CONNECTIONS];
