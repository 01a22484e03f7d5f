import type { components } from '../client/client.ts';
import { WORDS } from '../domain/page/words.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import type { Define, Frame } from './frame/frame.ts';

type CareRow = components['schemas']['CareRow'];

interface CareOptions extends ConnectionOptions {
  readonly client?: string;
  readonly handled?: boolean;
  readonly json?: boolean;
}

export const care: Define = (command, frame) => {
  withConnection(command)
    .option('--client <id>', 'of one client, with an operator key')
    .option('--handled', 'those that were handled')
    .option('--json', 'print JSON')
    .action(frame.act((options: CareOptions) => list(options, frame)));
};

async function list(options: CareOptions, frame: Frame): Promise<void> {
  const { client, handled, json } = options;
  const filter = { status: handled ? 'handled' : 'open', ...(client !== undefined && { client }) } as const;
  const rows: CareRow[] = [];
  for await (const row of frame.service(options).list('/care', filter)) rows.push(row);
  const { terminal } = frame;
  if (json) return terminal.json(rows);
  if (rows.length === 0) return terminal.line('Nobody has to act.');
  for (const row of rows) {
    const { invoice_id: id, invoice_ref: ref, route, client: owner, catalogue_code: code } = row;
    terminal.line(
      `${terminal.paint('bold', code)}  ${ref}  ${route}  ${owner}  ${terminal.paint('dim', id)}`,
    );
    terminal.prose(
      `Has waited for ${ageOf(row.age_seconds)}; to act: ${WORDS.en.owners[row.who_acts]}.${row.fix_hint ? ` ${row.fix_hint}` : ''}`,
      '  ',
    );
  }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** In the largest unit that is whole once. */
export function ageOf(seconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
