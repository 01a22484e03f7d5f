import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A service that delivers everything; the receipt comes with the second status inquiry. */
function aService(legalId: string, receipt: string, type = 'application/json') {
  let looks = 0;
  const invoice = () => {
    looks += 1;
    const documents = looks > 1 ? [{ kind: receipt, href: '/receipt' }] : [];
    return { state: 'delivered', legal_id: legalId, errors: [], documents };
  };
  const answers: Readonly<Record<string, () => unknown>> = {
    '/invoices/inv_1': invoice,
    '/invoices/inv_1/events': () => ({ data: [{ status: 'received' }, { status: 'delivered' }] }),
  };
  const calls: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    calls.push(request.url ?? '');
    const contentType = request.url === '/receipt' ? type : 'application/json';
    response.writeHead(request.method === 'POST' ? 202 : 200, { 'Content-Type': contentType });
    response.end(JSON.stringify(answers[request.url ?? '']?.() ?? { id: 'inv_1' }));
  });
  return { server, calls };
}

/** @returns what the demo prints. */
async function demoAt({ server }: ReturnType<typeof aService>): Promise<string> {
  const service = server.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  try {
    const command = ['--import=tsx', 'scripts/demo.ts', '--url', url, '--key', 'ids_test_'];
    return (await promisify(execFile)(process.execPath, command, { cwd: root })).stdout;
  } finally {
    service.close();
  }
}

/** A line of each scene that is printed only if the fault of the scene has happened. */
const FAULTS_SHOWN = [
  /Nothing is sent to the other account: submitting, EI-CREDENTIAL-MISSING\./,
  /It finds out that another worker has taken over, and sends nothing\.\n.*Calls that send: 1\./,
  /leaves alone what the first one still has in hand\.\n.*delivered\.\n.*Calls that send: 1\./,
  /(?:A process dies .*\n\s+){5}The invoice is accepted\.\n\s+Findings: none\.\n.* holds it once/,
  /5 calls were refused, no more\.\n.*Calls that send: 6\./,
  /Another client's invoice is delivered\. The first one is submitting\./,
];

const LEFT = [
  /^ {2}RO-EFACTURA, sending deadline [\d-]{10} +rejected$/m,
  /^ {2}PL-KSEF, sending deadline [\d-]{10} +rejected$/m,
  /^ {2}PEPPOL, the buyer asks +under_query$/m,
  /^ {2}DE-XRECHNUNG, to fetch +ready$/m,
  /^ {2}received, answered +validated$/m,
  /^ {2}received, to answer +validated$/m,
  /^ {2}PL-KSEF, a credential +ends [\d-]{10}$/m,
];

describe('npm run demo', () => {
  for (const words of [
    ['--url', 'http://localhost:8080'],
    ['--key', 'ids_test_'],
    ['--loud'],
    ['--faults', '--url', 'http://localhost:8080', '--key', 'ids_test_'],
  ])
    it(`sends nothing and prints its usage if given only ${words.join(' ')}`, () => {
      const command = ['--import=tsx', 'scripts/demo.ts', ...words];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: root,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /npm run demo \[-- --url URL --key KEY \| --faults\]/);
    });

  it("shows the steps of each invoice to its end, the route's number and the receipt", async () => {
    assert.match(
      await demoAt(aService('4711-X', 'as4-receipt')),
      /over-peppol +delivered +received → delivered .*\n +proof: 4711-X, as4-receipt\.json\n/,
    );
  });

  it('hands each file to a route that takes it, and saves a PDF as one', async () => {
    const service = aService('4711-X', 'as4-receipt', 'application/pdf');
    assert.match(await demoAt(service), /proof: 4711-X, as4-receipt\.pdf\n/);
    assert.deepEqual(service.calls.filter((path) => path.startsWith('/invoices/xml')).sort(), [
      '/invoices/xml?route=DE-XRECHNUNG&invoice_ref=broken-xrechnung-cii',
      '/invoices/xml?route=DE-XRECHNUNG&invoice_ref=xrechnung-cii',
      '/invoices/xml?route=DE-XRECHNUNG&invoice_ref=xrechnung-ubl',
      '/invoices/xml?route=PL-KSEF&invoice_ref=fa3',
    ]);
  });

  it('leaves something to do in a sandbox: deadlines, answers of a buyer, received invoices, a credential that ends', async function () {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', 'scripts/demo.ts'], {
      cwd: root,
    });
    for (const shown of LEFT) assert.match(stdout, shown);
    assert.equal([...stdout.matchAll(/ 422 +refused at once$/gm)].length, 3);
  });

  it('--faults shows that each invoice arrives once, whatever fails on the way and around it', async function () {
    this.timeout(900_000);
    const command = ['--import=tsx', 'scripts/demo.ts', '--faults'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    for (const shown of FAULTS_SHOWN) assert.match(stdout, shown);
    assert.equal([...stdout.matchAll(/ held 1×, /g)].length, 10);
    assert.equal([...stdout.matchAll(/^ {3}The network holds it once\. /gm)].length, 6);
  });
});
