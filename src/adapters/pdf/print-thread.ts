import piscina from 'piscina';
import type { SyntaxTable } from '../../domain/documents/syntax-table.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { printing } from './print.ts';

/** What a printing thread is started with. */
export interface PrintTools {
  readonly tables: readonly SyntaxTable[];
}

const { tables } = piscina.workerData as PrintTools;

export default printing(new Syntaxes(tables));
