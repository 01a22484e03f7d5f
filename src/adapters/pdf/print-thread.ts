import piscina from 'piscina';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import type { ConvertTask, PrintTask } from '../../ports/printer.ts';
import { converting, printing } from './print.ts';

const { tables } = piscina.workerData as { readonly tables: readonly SyntaxTable[] };

const syntaxes = new Syntaxes(tables);
const print = printing(syntaxes);
const convert = converting(syntaxes);

export default (task: PrintTask | ConvertTask): Promise<unknown> =>
  task.task === 'convert' ? convert(task.order) : print(task);
