/** Types of a column in a table of an attachment (Typ of FA(3)). */
export const COLUMN_TYPES = ['date', 'datetime', 'dec', 'int', 'time', 'txt'] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];
