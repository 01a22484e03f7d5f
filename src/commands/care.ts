import { counted } from 'en16931-rules/vocabulary/counted.ts';
import type { components, DeliveryService } from '../client/client.ts';
import { required } from '../client/required.ts';
import { whoActs } from 'en16931-rules/vocabulary/finding.ts';
import { WORDS } from '../domain/page/words.ts';
import { type ClientOptions, filterOf } from './frame/client-of.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { timeOf } from './frame/events.ts';
import { findInvoice, OTHER_ID } from './frame/find-invoice.ts';
import type { Define, Frame } from './frame/frame.ts';
import { rowsToPrint } from './frame/listing.ts';

type CareRow = components['schemas']['CareRow'];

interface CareOptions extends ClientOptions {
  readonly handled?: boolean;
}

export const care: Define = (command, frame) => {
  withConnection(command)
    .option('--client <id>', 'of one client, with an operator key')
    .option('--handled', 'those that were handled')
    .option('--json', 'print JSON')
    .action(frame.act((options: CareOptions) => list(options, frame)));
  withConnection(command.command('handle'))
    .description('close the rows of an invoice')
    .argument(
      '<id>',
      'the id of the invoice, or its invoice_ref; of a rule pack its id, or its name in quotation marks',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nNothing else happens to the invoice: nothing is sent again.')
    .action(frame.act((id: string, options: CallOptions) => handle(id, options, frame)));
};

async function list(options: CareOptions, frame: Frame): Promise<void> {
  const { handled } = options;
  const { terminal } = frame;
  const filter = { status: handled ? 'handled' : 'open', ...filterOf(options) } as const;
  const all = frame.service(options).list('/care', filter);
  const rows = await rowsToPrint(all, 'No person has to act.', options, frame);
  if (!rows) return;
  for (const row of rows) {
    const { invoice_id: id, invoice_ref: ref, route, client: owner, catalogue_code: code } = row;
    const facts = [ref, route, owner, id].filter((each) => each !== undefined);
    terminal.row([terminal.paint('bold', code), ...facts], '  ');
    terminal.prose(`${waitOf(row)}${row.fix_hint ? ` ${row.fix_hint}` : ''}`, '  ');
  }
  if (!handled) terminal.hint('ids why ID says more; ids care handle ID closes the rows of an invoice.');
}

function waitOf({
  handled_at: at,
  age_seconds: age,
  who_acts: owner,
  sender_can_fix: canFix,
}: CareRow): string {
  const who = WORDS.en.owners[whoActs(owner, canFix)];
  return at === undefined
    ? `Has waited for ${ageOf(age)}; to act: ${who}.`
    : `Was handled at ${timeOf(at)} UTC; to act was: ${who}.`;
}

async function handle(name: string, options: CallOptions, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const id = OTHER_ID.test(name)
    ? name
    : ((await idOfPack(service, name)) ?? (await findInvoice(service, name)).id);
  const data = required(await service.api.POST('/care/{id}/handled', { params: { path: { id } } }));
  const { terminal } = frame;
  if (options.json) return terminal.json(data);
  const count = data.handled;
  terminal.line(
    count === 0
      ? `No row of ${name} is open.`
      : `${counted(count, 'row')} of ${name} ${count === 1 ? 'is' : 'are'} handled.`,
  );
}

/** A rule pack is listed by id and version with a blank between them. Only the operator has rows of packs. */
async function idOfPack(service: DeliveryService, name: string): Promise<string | undefined> {
  if (!/^\S+ \S+$/.test(name)) return undefined;
  for await (const row of service.list('/care', { status: 'all', catalogue_code: 'EI-PACK-OLD' }))
    if (row.invoice_ref === name) return row.invoice_id;
  return undefined;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** In the largest unit that is whole once. */
function ageOf(seconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
  const count = Math.floor(seconds / length);
  return counted(count, unit);
}
