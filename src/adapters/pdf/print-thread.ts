import piscina from 'piscina';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { printing } from './print.ts';

const { tables } = piscina.workerData as { readonly tables: readonly SyntaxTable[] };

export default printing(new Syntaxes(tables));
