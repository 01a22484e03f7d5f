import { InvalidArgumentError, Option } from 'commander';
import type { components, operations } from '../client/client.ts';
import { required } from '../client/required.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { day } from './frame/day.ts';
import { paintStatus } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode } from './frame/endings.ts';

type Query = operations['searchInvoices']['parameters']['query'];
type Result = components['schemas']['SearchResult'];
type Row = Result['data'][number];

const KINDS = ['sent', 'not_taken', 'received'] as const satisfies readonly Row['kind'][];
const DAYS_OF = ['intake', 'issue_date'] as const satisfies readonly Query['by'][];

/** A page of the API. A call writes a row of the audit log, so a common word is not read to its end. */
const MAX_ROWS = 100;

type SearchOptions = CallOptions & Pick<Query, 'client' | 'kind' | 'from' | 'to' | 'by'>;

export const search: Define = (command, frame) => {
  withConnection(command)
    .argument(
      '<words...>',
      'part of a number or reference, words of buyer or seller, a VAT number, an amount',
    )
    .option('--kind <kinds>', `only of these kinds, with commas between: ${KINDS.join(', ')}`, kindsIn)
    .option('--from <day>', 'from this day on', day)
    .option('--to <day>', 'up to this day, which is included', day)
    .addOption(new Option('--by <date>', 'what the days are of').choices(DAYS_OF).default('intake'))
    .option('--client <id>', 'of one client, with an operator key')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nThe newest ${MAX_ROWS} are printed. Exit code 0: something was found; 1: nothing.`,
    )
    .action(frame.act((words: string[], options: SearchOptions) => find(words.join(' '), options, frame)));
};

function kindsIn(text: string): Query['kind'] {
  const kinds = text.split(',').map((name) => KINDS.find((kind) => kind === name.trim()));
  const known = kinds.filter((kind) => kind !== undefined);
  if (known.length < kinds.length) throw new InvalidArgumentError(`Kinds are ${KINDS.join(', ')}.`);
  return known;
}

async function find(q: string, options: SearchOptions, frame: Frame): Promise<ExitCode> {
  const { kind, from, to, by, client, json } = options;
  const query = {
    q,
    by,
    ...(kind && { kind }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(client !== undefined && { client }),
  };
  const result = await firstRows(query, options, frame);
  if (json) frame.terminal.json(result);
  else print(q, result, frame);
  return result.data.length > 0 ? EXIT.done : EXIT.refused;
}

/** A page may have no rows although later ones do. */
async function firstRows(query: Query, options: SearchOptions, frame: Frame): Promise<Result> {
  const { api } = frame.service(options);
  const read = async (after?: string): Promise<Result> =>
    required(
      await api.GET('/search', { params: { query: { ...query, ...(after !== undefined && { after }) } } }),
    );
  let result = await read();
  while (result.data.length < MAX_ROWS && result.next !== undefined) {
    const { data, next, looked_in } = await read(result.next);
    result = { data: [...result.data, ...data], looked_in, ...(next !== undefined && { next }) };
  }
  return result;
}

const named = (name: string): string => name.replaceAll('_', ' ').replace('vat', 'VAT');

function print(q: string, { data, looked_in: places, next }: Result, { terminal }: Frame): void {
  if (data.length === 0) {
    terminal.prose(`Nothing was found for “${q}”. Looked in: ${places.map(named).join(', ')}.`, '');
    return terminal.hint('Fewer words, the beginning of a word, or a part of the number find more.');
  }
  terminal.table(
    ['kind', 'number', 'buyer or seller', 'date', 'total', 'state', 'found in', 'id'],
    data
      .slice(0, MAX_ROWS)
      .map((row) => [
        ...[named(row.kind), row.number ?? row.invoice_ref ?? ''],
        ...[(row.kind === 'received' ? row.seller : row.buyer) ?? '', row.issue_date ?? ''],
        [row.total, row.currency].filter((part) => part !== undefined).join(' '),
        row.state === undefined ? '' : paintStatus(terminal, row.state),
        ...[row.matched_in.map(named).join(', '), row.id],
      ]),
  );
  if (next !== undefined || data.length > MAX_ROWS)
    terminal.note('There are more: further words, a kind or days narrow them.');
  terminal.hint('ids get ID reads an invoice; ids why ID says what it waits for.');
}
