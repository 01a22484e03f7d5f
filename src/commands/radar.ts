import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { InvalidArgumentError } from 'commander';
import { setTimeout } from 'node:timers/promises';
import type { components } from '../client/api-types.ts';
import { required } from '../client/required.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { day } from './frame/day.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from './frame/endings.ts';

interface RadarOptions extends CallOptions {
  readonly pack?: string;
  readonly on?: string;
  readonly since?: number;
  readonly client?: string;
  readonly tell?: readonly Telling[];
  readonly id?: string;
  readonly detach?: boolean;
}

type Result = components['schemas']['RadarResult'];

type Telling = NonNullable<components['schemas']['RadarOrder']['tells']>[number];

const LOOK_EVERY_MS = 1_000;

export const radar: Define = (command, frame) => {
  withConnection(command)
    .option('--pack <pack>', 'an installed pack, ID-VERSION; its first day is the day')
    .option('--on <day>', 'the day whose packs judge, YYYY-MM-DD', day)
    .option('--since <days>', 'invoices of so many days', days)
    .option('--client <client>', 'invoices of one client')
    .option('--tell <ways>', 'tell clients what will break: care, mail or care,mail (operator)', tellings)
    .option('--id <id>', 'show a radar that was started before')
    .option('--detach', 'start it and print its id')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Judges the invoices that the service stores by a coming pack, in the background. If this command is ended, the radar \
goes on. Exit code 1: an invoice that is valid now would not be.`,
    )
    .action(frame.act((options: RadarOptions) => show(options, frame)));
};

function days(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It is a number of days.');
  return Number(text);
}

function tellings(text: string): readonly Telling[] {
  const ways = text.split(',');
  if (ways.every((way) => way === 'care' || way === 'mail')) return [...new Set(ways)];
  throw new InvalidArgumentError('It is care, mail or care,mail.');
}

async function show(options: RadarOptions, frame: Frame): Promise<ExitCode> {
  const { terminal } = frame;
  const id = options.id ?? (await start(options, frame));
  if (options.detach) {
    if (options.json) terminal.json({ id });
    else terminal.line(id);
    return EXIT.done;
  }
  const result = await waitFor(id, options, frame);
  if (options.json) terminal.json(result);
  else print(result, frame);
  return result.broken > 0 ? EXIT.refused : EXIT.done;
}

async function start(
  { pack, on, since, client, tell, ...options }: RadarOptions,
  frame: Frame,
): Promise<string> {
  if ((pack === undefined) === (on === undefined))
    throw new NotRun('Name a pack with --pack, or a day with --on.');
  const body = {
    ...(pack !== undefined && { pack }),
    ...(on !== undefined && { on }),
    ...(since !== undefined && { since_days: since }),
    ...(client !== undefined && { client }),
    ...(tell && { tells: [...tell] }),
  };
  return required(await frame.service(options).api.POST('/radar', { body })).id;
}

async function waitFor(id: string, options: RadarOptions, frame: Frame): Promise<Result> {
  const { terminal } = frame;
  const { api } = frame.service(options);
  for (;;) {
    const radar = required(await api.GET('/radar/{id}', { params: { path: { id } } }));
    if (radar.state === 'done' || options.id !== undefined) {
      terminal.progress('');
      return radar;
    }
    terminal.progress(`${radar.counted} of ${counted(radar.total, 'invoice')}`);
    await setTimeout(LOOK_EVERY_MS);
  }
}

function print(result: Result, { terminal }: Frame): void {
  const { judged, broken, changed, skipped, unjudged, day: from, counted: done, total, state } = result;
  const isRunning = state === 'running' ? ` (${done} of ${total} so far)` : '';
  terminal.prose(
    `From ${from} on: ${counted(judged, 'invoice')} judged${isRunning}, ${broken} no longer valid, ${changed} with other findings; ${skipped} skipped, ${unjudged} not judged.`,
  );
  for (const { client, rows } of result.clients) {
    if (rows.length === 0) continue;
    terminal.line();
    terminal.line(terminal.paint('bold', client));
    terminal.table(
      ['invoices', 'code', 'change', 'severity', 'field', 'for example'],
      rows.map(({ invoices, code, change, severity, was, field, examples }) => [
        ...[String(invoices), code, change, was ? `${was} to ${severity}` : severity],
        ...[field ?? '', examples[0] ?? ''],
      ]),
    );
  }
  if (broken > 0) terminal.hint('ids explain CODE says more; GET /radar/{id} has the patches.');
}
