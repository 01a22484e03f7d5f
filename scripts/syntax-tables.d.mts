import type { SyntaxTables } from '../src/console/app/source/syntax-tables.ts';

export function syntaxTables(): Promise<SyntaxTables>;
