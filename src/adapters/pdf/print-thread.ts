import piscina from 'piscina';
import type { SyntaxTable } from '../../domain/documents/syntax-table.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { printing } from './print.ts';

const { tables } = piscina.workerData as { readonly tables: readonly SyntaxTable[] };

export default printing(new Syntaxes(tables));
