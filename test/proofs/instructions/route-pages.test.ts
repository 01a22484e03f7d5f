import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtIds } from '../../support/built.ts';
import { Erp } from '../../support/erp.ts';
import { serviceAtSandbox } from '../../sandbox/service-at-sandbox.ts';
import { until } from '../../support/until.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Pages whose commands are all run, and the end state of their invoice. */
const PAGES: Readonly<Record<string, string>> = {
  peppol: 'delivered',
  'pl-ksef': 'accepted',
  'ro-efactura': 'accepted',
  'fr-pa': 'delivered',
};

function commandsOf(page: string): readonly string[] {
  const text = readFileSync(new URL(`../../../docs/routes/${page}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split(/\n(?=curl |npx )/))
    .map((command) => command.trim());
}

/** The expected answer of a command. */
const STATUSES: Readonly<Record<string, number>> = { '--data-binary @-': 202, '"kind": "': 201 };
const statusOf = (command: string): number =>
  Object.entries(STATUSES).find(([part]) => command.includes(part))?.[1] ?? 200;

describe('the pages of the routes', () => {
  const running = serviceAtSandbox({ STORE_URL: 'sqlite:./ids.db' });

  for (const [page, end] of Object.entries(PAGES))
    describe(`docs/routes/${page}.md`, () => {
      const commands = commandsOf(page);
      let erp: Erp;
      /** Values printed by commands, by their names on the page. */
      const made = new Map<string, string>();
      before(async () => (erp = await Erp.of(running.service, `reader-of-${page}`)));

      async function run(command: string): Promise<{ readonly status: number; readonly body: string }> {
        const filled = command
          .replaceAll('https://ids.example', running.service.url)
          .replace(/ -o \S+$/, '')
          .replaceAll(/<(\w+) id>/g, (_, what: string) => made.get(what) ?? 'nothing');
        const env = { PATH: process.env['PATH'], KEY: erp.key, ADMIN_KEY: erp.key };
        const ids = `npx() { shift; ${process.execPath} ${builtIds()} "$@"; }`;
        const args = ['-c', `${ids}\n${filled} -w '\n%{http_code}'`];
        // A refused call ends with exit code 22, and prints its answer.
        const { stdout } = await promisify(execFile)('bash', args, { cwd: PROJECT, env }).catch(
          (error: { readonly stdout: string }) => error,
        );
        const [, body = '', status] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
        return { status: Number(status), body };
      }

      it('has commands', () => assert.ok(commands.length >= 9, String(commands.length)));

      for (const command of commands)
        it(`gets the expected answer: ${command.split('\n')[0]!.replace(/ -H .*/, '')}`, async () => {
          let { status, body } = await run(command);
          const isThere = async (): Promise<boolean> => {
            if (status === 404) ({ status, body } = await run(command));
            return status !== 404;
          };
          // The invoice needs time to reach its end.
          await until(isThere, `an answer to ${command}`, 60_000, 200);
          assert.equal(status, statusOf(command), body);
          const found = /"id":"((inv|crd)_[A-Za-z0-9]+)"/.exec(body);
          if (found && status > 200) made.set(found[2] === 'inv' ? 'invoice' : 'credential', found[1]!);
        });

      it('delivers its invoice', async () => {
        const isDelivered = async (): Promise<boolean> =>
          (await erp.read<{ state: string }>(`/invoices/${made.get('invoice')}`)).json.state === end;
        await until(isDelivered, `that the invoice of ${page} is ${end}`, 60_000, 200);
      });
    });
});
