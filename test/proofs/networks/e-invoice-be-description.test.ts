import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import { PeppolRail } from '../../../src/adapters/rails/peppol/peppol-rail.ts';
import type { Outbound, OutboundRequest } from '../../../src/ports/outbound.ts';
import type { Consignment } from '../../../src/ports/rail/inquiry.ts';
import { everywhere } from '../../adapters/rails/peppol/access-point.ts';
import { invoice } from '../../sandbox/peppol/sending.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

/** e-invoice-be/peppol-cli, api/openapi.json 1.1.0 (MIT). */
const PATH =
  process.env['E_INVOICE_BE_OPENAPI'] ?? join(REFERENCE_DATA, 'routes/data/peppol/e-invoice-be-openapi.json');

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The published description judges each call of the adapter and each answer of the simulator. */
describe('the description of e-invoice.be', () => {
  if (!existsSync(PATH))
    return void it.skip(
      'no registry has its openapi.json: set E_INVOICE_BE_OPENAPI to api/openapi.json of github.com/e-invoice-be/peppol-cli',
    );

  const description = JSON.parse(readFileSync(PATH, 'utf8')) as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'description');
  const seen = new Set<string>();
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const operationOf = (method: string, pathname: string): readonly [string, Operation] => {
    const found = Object.entries(description.paths)
      .filter(([, methods]) => methods[method.toLowerCase()])
      .sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
      .find(([path]) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname));
    assert.ok(found, `${method} ${pathname} is in the description`);
    return [`${method} ${found[0]}`, found[1][method.toLowerCase()]!];
  };

  const validators = new Map<string, ValidateFunction>();
  function judge(
    request: Pick<OutboundRequest, 'method' | 'url' | 'headers'>,
    status: number,
    body: string,
  ): void {
    const url = new URL(request.url);
    const [name, operation] = operationOf(
      request.method,
      url.pathname.replace(/^\/peppol\/e-invoice-be/, ''),
    );
    const known = new Set(operation.parameters?.filter((one) => one.in === 'query').map((one) => one.name));
    for (const parameter of url.searchParams.keys()) assert.ok(known.has(parameter), `${name}: ${parameter}`);
    for (const type of Object.keys(operation.requestBody?.content ?? {}))
      assert.ok(String(request.headers?.['Content-Type']).startsWith(type), `${name} is sent as ${type}`);
    const answer = operation.responses[status];
    assert.ok(answer, `${name} may answer ${status}`);
    const [path, method] = [name.split(' ')[1]!, request.method.toLowerCase()];
    const pointer = [
      'paths',
      path,
      method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const key = `${name} ${status}`;
    const validate = validators.get(key) ?? ajv.compile({ $ref: `description#/${pointer}` });
    validators.set(key, validate);
    assert.ok(validate(JSON.parse(body)), `${key}: ${ajv.errorsText(validate.errors)}`);
    seen.add(key);
  }

  const outbound = new OutboundClient();
  const judged: Outbound = {
    reasonAgainst: (url) => outbound.reasonAgainst(url),
    call: async (request) => {
      const answer = await outbound.call(request);
      // A file is at an address that the description does not have.
      const isDescribed = new URL(request.url).pathname.includes('/api/');
      if (answer.outcome === 'answered' && isDescribed)
        judge(request, answer.status, Buffer.from(answer.body).toString());
      return answer;
    },
  };

  async function sent(number: string, receiver = 'DE123456789'): Promise<string> {
    const url = `${sandbox.url}/peppol/e-invoice-be`;
    const rail = new PeppolRail(judged, {
      accessPoints: everywhere(url),
    });
    const value = { token: 'a-key', sender_participant_id: '9930:de987654321', dialect: 'e-invoice-be' };
    const bytes = Buffer.from(invoice(number));
    const addressing = {
      ...AN_ADDRESSING,
      buyer: { ...AN_ADDRESSING.buyer, endpoint: { scheme: '9930', id: receiver } },
    };
    const specification = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
    const facts = { syntax: 'ubl-invoice' as const, specification, number, issueDate: '2026-11-20' };
    const consignment: Consignment = {
      client: 'acme',
      documentSha256: '',
      submissionId: 'sub-1',
      startedAt: new Date(),
      legalId: null,
      isResend: false,
      credential: { client: 'acme', id: 'crd_1', kind: 'access-point', value: JSON.stringify(value) },
      document: async () => ({ bytes, facts, addressing }),
      acquirePermit: async () => true,
      bytes,
      facts,
      addressing,
    };
    const prepared = await rail.prepare(consignment);
    if ('mapping' in prepared) return prepared.mapping.networkStatus;
    const going = { ...consignment, resumeToken: prepared.resumeToken };
    let answer = await rail.send(going);
    while (answer.mapping.networkStatus === 'pending') answer = await rail.poll(going);
    // A second sending of the same draft tells how the first one ended.
    assert.equal((await rail.send(going)).mapping.networkStatus, answer.mapping.networkStatus);
    return answer.mapping.networkStatus;
  }

  it('has each call of the adapter and each answer to it: accepted, failed and refused', async () => {
    assert.equal(await sent('OAS-1'), 'SUCCESS');
    assert.equal(await sent('OAS-2-NOTREG'), 'not-registered');
    assert.equal(await sent('OAS-3-REJECT'), 'FAILED');
    for (const call of [
      'POST /api/documents/ubl 201',
      'POST /api/documents/{document_id}/send 200',
      'POST /api/documents/{document_id}/send 405',
      'GET /api/documents/{document_id} 200',
      'GET /api/documents/{document_id}/timeline 200',
    ])
      assert.ok(seen.has(call), `${call}: ${[...seen].join(', ')}`);
  });

  it('has the calls that collect what came in', async () => {
    const query = new URLSearchParams({ route: 'PEPPOL', recipient: '9930:de987654321' });
    await fetch(`${sandbox.url}/control/inbound?${query}`, { method: 'POST', body: invoice('OAS-4') });
    const url = `${sandbox.url}/peppol/e-invoice-be`;
    const rail = new PeppolRail(judged, {
      accessPoints: everywhere(url),
    });
    const value = { token: 'a-key', sender_participant_id: '9930:de987654321', dialect: 'e-invoice-be' };
    const page = await rail.receiving.fetch({
      credential: { client: 'acme', id: 'crd_1', kind: 'access-point', value: JSON.stringify(value) },
      after: null,
      isKnown: async () => false,
      take: async () => undefined,
      now: new Date(),
    });
    assert.ok(page && 'documents' in page && page.documents.length === 1, JSON.stringify(page));
    for (const call of ['GET /api/inbox/ 200', 'GET /api/documents/{document_id}/ubl 200'])
      assert.ok(seen.has(call), `${call}: ${[...seen].join(', ')}`);
  });

  it('has the other answers of the simulator', async () => {
    const base = `${sandbox.url}/peppol/e-invoice-be/api`;
    const call = async (method: 'GET' | 'POST', path: string, key = 'a-key'): Promise<void> => {
      const response = await fetch(`${base}${path}`, { method, headers: { Authorization: `Bearer ${key}` } });
      const headers = { 'Content-Type': 'multipart/form-data' };
      judge({ method, url: `${base}${path}`, headers }, response.status, await response.text());
    };
    await call('GET', '/outbox/?page=1&page_size=100&search=OAS');
    await call('GET', '/outbox/drafts?search=OAS');
    await call('GET', '/outbox/?page_size=1000');
    await call('GET', '/documents/unknown');
    await call('GET', '/documents/unknown', 'x-REFUSED');
    await call('POST', '/documents/ubl');
  });
});
