import type { Edit } from '../edits.ts';
import type { Variant } from './base.ts';

/** What the document has, the edit of the base invoice that makes it so, and the ids of all rules that it breaks. */
export type Row = readonly [has: string, edit: Edit, finds: string, of?: Variant];
