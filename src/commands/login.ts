import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { DeliveryService } from '../client/client.ts';
import { ServiceProblem } from '../client/problem.ts';
import { checked, type CallOptions, withConnection } from './frame/connection.ts';
import type { Define, Frame } from './frame/frame.ts';
import { DEFAULT_PROFILE, profileFile, writeProfile } from './frame/profile.ts';
import { NotRun } from './frame/endings.ts';

export const login: Define = (command, frame) => {
  withConnection(command)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A key that neither --key nor IDS_KEY names is read from standard input. The file of profiles can be read by its owner only.`,
    )
    .action(frame.act((options: CallOptions) => keep(options, frame)));
};

async function keep(options: CallOptions, frame: Frame): Promise<void> {
  const { env, terminal } = frame;
  const address = options.url ?? env['IDS_URL'];
  if (!address) throw new NotRun('--url or IDS_URL is missing: the address of the service.');
  const url = checked(address);
  const key = (options.key ?? (env['IDS_KEY'] || undefined) ?? (await askForKey())).trim();
  if (key === '') throw new NotRun('There is no key.');
  await refuseUnknownKey(url, key);
  const path = profileFile(env);
  const profile = options.profile ?? DEFAULT_PROFILE;
  writeProfile(path, profile, { url, key });
  if (options.json) terminal.json({ profile, url, file: path });
  else terminal.line(`${url} and the key are kept in ${path}.`);
}

/** Any answer but 401 is that of a service that knows the key. @throws ServiceProblem */
async function refuseUnknownKey(url: string, key: string): Promise<void> {
  try {
    await new DeliveryService({ url, key, maxRetries: 1 }).api.GET('/packs');
  } catch (error) {
    if (!(error instanceof ServiceProblem) || error.status !== 403) throw error;
  }
}

/** What is typed is not shown. */
async function askForKey(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write('Key: ');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
