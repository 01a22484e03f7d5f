import type { Edit } from '../edits.ts';
import type { Variant } from './base.ts';

/** The content of the document, the edit of the base invoice that creates it, and the ids of all broken rules. */
export type Row = readonly [has: string, edit: Edit, finds: string, of?: Variant];
