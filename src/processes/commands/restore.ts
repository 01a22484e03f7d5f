import { parseArgs } from 'node:util';
import type { Chosen } from '../../application/operation/hold-unsent.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import { openHold } from './backup/open-hold.ts';
import { restoreStore } from './backup/restore-store.ts';
import { CommandRefused, runCommand } from './command.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run restore -- --from DIR                                 makes the SQLite store of STORE_URL from a backup
npm run restore -- hold --taken-at TIME                       holds what was not sent yet, after MongoDB's own tools restored it
npm run restore -- release --id INVOICE | --route R | --all   the route does not hold them: they are sent
npm run restore -- give-up --id INVOICE | --route R | --all   the route holds them: they are never sent again

After a restore what was not with its route yet is held, with EI-RESTORED on the care list: it may have been sent after the backup.`;

const OPTIONS = {
  from: { type: 'string' },
  'taken-at': { type: 'string' },
  id: { type: 'string' },
  route: { type: 'string' },
  all: { type: 'boolean' },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

const COMMANDS: Readonly<Record<string, (words: Words) => Promise<void>>> = {
  '': async ({ from }) => {
    if (!from) throw new CommandRefused(USAGE);
    const { path, manifest, held, givenUp } = await restoreStore(readSettings(process.env), from);
    const { takenAt, masterKeyFingerprint } = manifest;
    console.log(`${path} is the store of ${takenAt.toISOString()}.`);
    if (masterKeyFingerprint !== undefined)
      console.log(
        `It takes the master key with the fingerprint ${masterKeyFingerprint}; put it back before the start.`,
      );
    console.log(whatIsHeld(held));
    if (givenUp > 0) console.log(whatIsGivenUp(givenUp));
  },
  hold: async (words) => {
    const takenAt = new Date(words['taken-at'] ?? '');
    if (Number.isNaN(takenAt.getTime()))
      throw new CommandRefused('--taken-at takes the time of the backup, as 2026-03-02T09:00:00Z.');
    await withHold(async (hold, statuses) => {
      console.log(whatIsHeld(await hold.hold(takenAt)));
      const givenUp = await statuses.run(takenAt);
      if (givenUp > 0) console.log(whatIsGivenUp(givenUp));
    });
  },
  release: (words) =>
    withHold(async (hold) => console.log(`${await hold.release(choose(words))} invoices are released.`)),
  'give-up': (words) =>
    withHold(async (hold) => console.log(`${await hold.giveUp(choose(words))} invoices are given up.`)),
};

const whatIsHeld = (held: number): string =>
  held === 0
    ? 'No invoice is held: each was with its route, or at its end.'
    : `${held} invoices are held, as they may have been sent after the backup: GET /care?status=open names them (EI-RESTORED).`;

const whatIsGivenUp = (count: number): string =>
  `${count} statuses are not sent, as they may have been sent after the backup: GET /care?status=open names them (EI-SEND-UNKNOWN).`;

type Opened = Awaited<ReturnType<typeof openHold>>;

async function withHold(work: (hold: Opened['hold'], statuses: Opened['statuses']) => Promise<void>) {
  const { hold, statuses, close } = await openHold(readSettings(process.env));
  try {
    await work(hold, statuses);
  } finally {
    await close();
  }
}

function choose({ id, route, all }: Words): Chosen {
  const named = [id, route, all].filter((word) => word !== undefined).length;
  if (named !== 1) throw new CommandRefused(USAGE);
  if (route !== undefined && !ROUTES.includes(route))
    throw new CommandRefused(`--route takes one of ${ROUTES.join(', ')}.`);
  return { ...(id !== undefined && { id }), ...(route !== undefined && { route }) };
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [name = '', ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || more.length > 0) throw new CommandRefused(USAGE);
  await command(values);
}

await runCommand(USAGE, run);
