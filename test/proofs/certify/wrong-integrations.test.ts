import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { CertifyWorld, SECRET } from '../../commands/certify/certify-world.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = pathToFileURL(`${PROJECT}dist/client/client.js`).href;
const EXAMPLE = readFileSync(`${PROJECT}examples/erp-integration.mjs`, 'utf8').replace(
  "'invoice-delivery-service/client'",
  `'${CLIENT}'`,
);

interface WrongIntegration {
  readonly it: string;
  /** Texts of the example integration, and what stands there instead. */
  readonly instead: Readonly<Record<string, string>>;
  readonly scenario: string;
  /** What the scorecard says: expected, then seen. */
  readonly says: readonly [RegExp, RegExp];
}

const HANDLED_CHECK = 'handled.has(event_id) || number !== invoice_number || sequence < document.sequence';
const CORRECTS =
  "if (status === 'rejected' && !errors.some(({ code }) => code === 'KSEF-440')) await correct(document);";

/** The example integration with one mistake each. */
const WRONG: readonly WrongIntegration[] = [
  {
    it: 'takes any delivery for one of the service',
    instead: {
      'await verifyWebhook({ headers: request.headers, body, secret })': 'JSON.parse(body.toString())',
    },
    scenario: 'webhook-forged',
    says: [/refuses a delivery with a wrong signature/, /^It answered 204 to a delivery that was signed/],
  },
  {
    it: 'corrects at each delivery of a refusal',
    instead: { [HANDLED_CHECK]: '!document' },
    scenario: 'webhook-twice',
    says: [/^It corrects the invoice once/, /^It submitted \d corrections/],
  },
  {
    it: 'answers an event that it knows with an error',
    instead: {
      '    response.writeHead(204).end();':
        '    response.writeHead(handled.has(event.event_id) ? 409 : 204).end();',
    },
    scenario: 'webhook-twice',
    says: [/answers each delivery with 2xx/, /^It answered 409 to a delivery of "received"/],
  },
  {
    it: 'takes what came last for the state',
    instead: {
      [HANDLED_CHECK]: 'number !== invoice_number',
      [CORRECTS]:
        "clearTimeout(document.timer); document.timer = setTimeout(() => document.last === 'rejected' && correct(document), 500); document.last = status;",
    },
    scenario: 'webhook-order',
    says: [/^It submits the corrected invoice/, /^No corrected invoice came/],
  },
  {
    it: 'submits again what KSeF holds already',
    instead: { [CORRECTS]: "if (status === 'rejected' && document.attempt < 3) await correct(document);" },
    scenario: 'ksef-440',
    says: [/^It does not submit the invoice again/, /^It submitted \d times, under the keys/],
  },
  {
    it: 'corrects under another invoice_ref',
    instead: { 'document.sequence = 0;': "document.submission.invoice_ref += '-corrected';" },
    scenario: 'correction',
    says: [/under the same invoice_ref/, /^Its invoice_ref is \S+-corrected, not /],
  },
  {
    it: 'corrects under the key of the refused call',
    instead: { 'document.attempt += 1;': '' },
    scenario: 'correction',
    says: [/and a new Idempotency-Key/, /of the refused call again\.$/],
  },
  {
    it: 'submits again what the buyer refuses',
    instead: {
      [CORRECTS]: "if (buyer_status === 'refused' && document.attempt < 2) await correct(document);",
    },
    scenario: 'buyer-refuses',
    says: [/^It does not submit the invoice again/, /^It submitted 2 times/],
  },
  {
    it: 'submits again what waits',
    instead: {
      "return console.log('submitted', submission.document.invoice.number, document.id);":
        "return attempt < 2 && setTimeout(() => document.status !== 'delivered' && submit({ ...document, attempt: 2 }), 1000);",
    },
    scenario: 'outage',
    says: [/^It does not submit the invoice again/, /^It submitted 2 times/],
  },
  {
    it: 'gives up if its key has ended',
    instead: { 'const ended = key;': 'return;\n      const ended = key;' },
    scenario: 'key-ends',
    says: [/then submits with the new one/, /^It made one call with the ended key, and none with another/],
  },
  {
    it: 'calls without a pause with an ended key',
    instead: {
      'while ((key = await readKey()) === ended) await pause(1000);':
        'if ((document.tries = (document.tries ?? 0) + 1) > 9) return;',
    },
    scenario: 'key-ends',
    says: [/at most 5 calls with the ended key/, /^It made \d+ calls with the ended key/],
  },
];

describe('ids certify fails an integration that', function () {
  let world: CertifyWorld;
  let runs: readonly ReturnType<typeof judged>[];
  before(async () => {
    world = await CertifyWorld.start();
    // Each is a client of its own, and waits most of the time.
    runs = WRONG.map(judged);
    for (const run of runs) run.catch(() => undefined);
  });
  after(() => world?.stop());

  async function judged({ instead, scenario }: WrongIntegration, at: number) {
    const program = world.path(`wrong-${at}.mjs`);
    writeFileSync(program, withMistakes(instead));
    const files = await world.invoices([scenario], `wrong-${at}`);
    const port = await freePort();
    const webhook = ['--webhook', `http://127.0.0.1:${port}/`, '--secret', SECRET];
    const words = ['--only', scenario, '--unsigned', '--within', '0.75', ...webhook];
    return world.run(`wrong-${at}`, words, (url, keyFile) =>
      world.program(process.execPath, [program, url, keyFile, String(port), SECRET, ...files], 'ignore'),
    );
  }

  for (const [at, { it: title, scenario, says }] of WRONG.entries())
    it(title, async () => {
      const { code, card, err } = await runs[at]!;
      assert.equal(code, 1, err);
      const { expectations } = card.scenarios.find(({ name }) => name === scenario)!;
      const said = expectations.filter(({ result }) => result !== 'met');
      assert.ok(
        said.some(({ expected, seen }) => says[0].test(expected) && says[1].test(seen)),
        JSON.stringify(said, undefined, 2),
      );
    });
});

function withMistakes(instead: WrongIntegration['instead']): string {
  return Object.entries(instead).reduce((program, [text, mistake]) => {
    assert.equal(program.split(text).length, 2, `the example has this once: ${text}`);
    return program.replace(text, () => mistake);
  }, EXAMPLE);
}
