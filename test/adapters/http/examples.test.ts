import { OPERATOR_OWNER } from '../../../src/domain/webhooks/webhook.ts';
import { aRadar } from '../../contract/radar-store.ts';
import { aConnection } from '../../contract/connections.ts';
import { aRegistration } from '../../contract/receiver-registrations.ts';
import { aReport, aSale } from '../../contract/report-store.ts';
import { aDelivery, aWebhook } from '../../contract/webhook-stores.ts';
import { FakeProvider } from '../../application/registrations/world.ts';
import { FakeConsents } from '../../fakes/consents.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { aReceipt, anIntake, START } from '../../support/records.ts';
import { aPack } from '../../support/rule-packs.ts';
import assert from 'node:assert/strict';
import { middleware } from 'express-openapi-validator';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { isObject } from '../../../src/domain/json/json-object.ts';
import { objectAt } from '../../../src/adapters/http/call/json-values.ts';
import type { Member } from '../../../src/domain/invoice/members.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { answerShapeOf } from '../../support/answer-shape.ts';
import { API, newIdempotencyKey } from './bodies.ts';
import { handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';
import { deliveryId } from '../../../src/application/webhooks/enqueue-deliveries.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import { FrPaRail } from '../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { FRENCH } from '../../application/statuses/world.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';

type Node = Readonly<Record<string, unknown>>;

const description = API.content as Node;

function resolve(node: unknown): Node {
  if (!isObject(node)) return {};
  if (typeof node.$ref !== 'string') return node;
  return node.$ref
    .split('/')
    .slice(1)
    .reduce<Node>((at, step) => objectAt(at, step), description);
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Node[];
  readonly described: Node;
}

const operations: readonly Operation[] = Object.entries(objectAt(description, 'paths')).flatMap(
  ([path, item]) =>
    ['get', 'post']
      .filter((method) => isObject(item) && method in item)
      .map((method) => {
        const described = objectAt(item, method);
        const own = isObject(item) && Array.isArray(item.parameters) ? item.parameters : [];
        const more = Array.isArray(described.parameters) ? described.parameters : [];
        const parameters = [...own, ...more].map(resolve);
        return {
          id: String(described.operationId),
          method: method.toUpperCase(),
          path,
          parameters,
          described,
        };
      }),
);

const examplesIn = (content: Node): readonly (readonly [string, unknown])[] =>
  Object.entries(objectAt(content, 'examples')).map(([name, example]) => [name, resolve(example).value]);

/** The path with the examples of its parameters and of the query parameters that have one. */
function addressOf({ path, parameters }: Operation): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { in: location, name, example } of parameters) {
    if (location === 'path') filled = filled.replace(`{${String(name)}}`, String(example));
    if (location === 'query' && example !== undefined) query.set(String(name), String(example));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** French invoices: only their route carries statuses. */
const FRENCH_INVOICE = 'inv_5f0c2b7e9a1d4c3b8e6f7a0f';
const FRENCH_RECEIVED = 'rcv_018f2b7e9a1d4c3b8e6f7a0f';

/** Addresses of operations whose example needs another object than the usual one. */
/** The key that made the links. */
const MAKER = 'key_5f0c2b7e9a1d4c3b8e6f7a09';
const AN_EVENT = 'evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e';
const OWN_ADDRESSES: Readonly<Record<string, string>> = {
  convertInvoice: '/convert?to=xrechnung-ubl',
  sendStatus: `/invoices/${FRENCH_INVOICE}/statuses`,
  recheckInvoice: `/invoices/${FRENCH_INVOICE}/validate`,
  sendReceivedStatus: `/received/${FRENCH_RECEIVED}/statuses`,
  // A cursor is of the store that gave it.
  readEventFeed: '/events?after=latest',
};

describe('openapi.yaml', () => {
  it('is valid OpenAPI 3.1', async () => {
    const steps = middleware({ apiSpec: structuredClone(description) as never, validateApiSpec: true });
    await new Promise<void>((done, fail) => {
      void steps[0]!({ app: { param: () => undefined } } as never, {} as never, (error?: unknown) =>
        error ? fail(error) : done(),
      );
    });
  });

  it('has an id of its own for every operation and an example for every path parameter', () => {
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
    for (const operation of operations)
      assert.doesNotMatch(addressOf(operation), /undefined|\{/, operation.id);
  });

  it('has an example for every JSON body of a request', () => {
    for (const { id, described } of operations) {
      const content = objectAt(resolve(objectAt(described, 'requestBody')), 'content');
      const json = objectAt(content, 'application/json');
      if ('application/json' in content) assert.notEqual(examplesIn(json).length, 0, id);
    }
  });
});

const frenchRail = ({ outbound, clock }: World): FrPaRail =>
  new FrPaRail({ outbound, sessions: keptSessions(clock), clock });

/** Stores a sent and a received French invoice. */
async function takeInFrench(world: World, documentSha256: string): Promise<void> {
  world.reading = { ...world.reading, addressing: FRENCH } as FileReading;
  const own = { client: 'demo', route: 'FR-PA', dueAt: null, documentSha256 } as const;
  const document = { sha256: documentSha256, size: 10 };
  await world.invoices.takeIn(
    anIntake({ ...own, id: FRENCH_INVOICE, state: 'delivered', documents: [{ ...document, kind: 'ubl' }] }),
  );
  await world.received.takeIn(
    aReceipt({ ...own, id: FRENCH_RECEIVED, documents: [{ ...document, kind: 'received-xml' }] }),
  );
}

/** Lets the operator's client report, and stores a report with its document. */
async function takeInReport(api: RunningApi, documentSha256: string): Promise<void> {
  const fr = { vat_regime: 'monthly', reports: 'own' };
  await api.call('PUT', '/clients/local/profile', { key: OPERATOR_KEY, body: { name: 'Local', fr } });
  const document = { kind: 'tax-report-1', sha256: documentSha256, size: 10 };
  const report = aReport({ id: 'rep_018f2b7e9a1d4c3b8e6f7a01', client: 'demo', documents: [document] });
  const audit = { at: START, action: 'sale_stated', actor: 'key_1', subject: report.id } as const;
  await api.world.reports.takeSale({ report, sale: aSale({ client: 'demo', reportId: report.id }), audit });
}

/** The fake rails number nothing: the tests of KSeF's rail and a proof have the answer of this call (`pl-ksef-collective.test.ts`). */
const ABOUT_NETWORKS: ReadonlySet<string> = new Set(['makeCollectiveNumber']);

describe('the requests of openapi.yaml', () => {
  let api: RunningApi;

  before(async () => {
    const world = new World();
    const registering = Object.assign(new FakeRail(), { registering: new FakeProvider() });
    world.rails = new Map<Route, Rail>([
      ['FR-PA', Object.assign(frenchRail(world), { connecting: new FakeConsents() })],
      ['PEPPOL', registering],
    ]);
    world.opened = [{ client: 'demo', id: null, kind: 'access-point', value: 'one' }];
    await world.receiverRegistrations.add(
      aRegistration({
        id: 'reg_5f0c2b7e9a1d4c3b8e6f7a03',
        client: 'demo',
        participant: '0208:1',
        state: 'failed',
      }),
    );
    await world.connections.add(
      aConnection({ id: 'con_5f0c2b7e9a1d4c3b8e6f7a03', client: 'demo', company: '1' }),
    );
    world.rulePacks = [...world.rulePacks, aPack({ id: 'en16931', version: '1.3.17', layer: 'en16931' })];
    await world.radars.add(aRadar({ id: 'rdr_5f0c2b7e9a1d4c3b8e6f7a06', state: 'done' }));
    api = await RunningApi.start(world);
    const known = await world.invoices.find(await handIn(api, 'demo'));
    const id = 'inv_5f0c2b7e9a1d4c3b8e6f7a01';
    const care = [{ code: 'BR-DE-15', whoActs: 'erp', openedAt: world.clock.now() }] as const;
    await world.invoices.takeIn({
      record: { ...known!, id, intakeKey: 'example', fingerprint: 'example', care },
      events: [{ ...(await world.eventFeed.events(known!.id))[0]!, eventId: AN_EVENT }],
      audit: [],
      files: [],
    });
    for (const key of ['key_5f0c2b7e9a1d4c3b8e6f7a02', MAKER])
      await world.keys.add({
        id: key,
        holder: { kind: 'client', client: 'demo', scopes: ['read'] },
        hash: key,
        createdAt: world.clock.now(),
        ancestors: [],
      });
    await world.credentialStore.add(
      {
        id: 'crd_5f0c2b7e9a1d4c3b8e6f7a03',
        client: 'demo',
        route: 'RO-EFACTURA',
        kind: 'anaf-oauth',
        issuedBy: 'ANAF',
        issuedOn: '2026-01-15',
        environment: 'sandbox',
        sealedValue: 'x',
        createdAt: world.clock.now(),
      },
      world.clock.now(),
    );
    const at = world.clock.now();
    await api.call('PUT', '/clients/demo/profile', { key: OPERATOR_KEY, body: { name: 'Demo' } });
    for (const link of ['shr_5f0c2b7e9a1d4c3b8e6f7a05', 'shr_5f0c2b7e9a1d4c3b8e6f7a06'])
      await world.shares.add({
        id: link,
        client: 'demo',
        subject: id,
        hash: world.digests.sha256('0123456789abcdef'.repeat(3)),
        madeBy: MAKER,
        createdAt: at,
        expiresAt: new Date(at.getTime() + 1e9),
      });
    await world.refusals.put(
      {
        id: 'rfs_5f0c2b7e9a1d4c3b8e6f7a015f0c2b7e',
        client: 'demo',
        call: 'invoices',
        problem: 'validation-failed',
        sealedFindings: await world.content.sealText('demo', '[]'),
        mediaType: 'application/json',
        sha256: 'x',
        size: 2,
        times: 1,
        firstAt: at,
        at,
        expiresAt: new Date(at.getTime() + 1e9),
      },
      new TextEncoder().encode('{}'),
    );
    const { value: invoice } = resolve({ $ref: '#/components/examples/UblFile' }) as {
      readonly value: string;
    };
    const { sha256 } = await world.content.seal('demo', new TextEncoder().encode(invoice));
    await world.received.takeIn(
      aReceipt({ id: 'rcv_018f2b7e9a1d4c3b8e6f7a01', client: 'demo', documentSha256: sha256 }),
    );
    await takeInFrench(world, sha256);
    await takeInReport(api, sha256);
    const sealedSecret = await world.content.sealText(OPERATOR_OWNER, world.signer.newSecret());
    await world.webhooks.put(aWebhook({ owner: OPERATOR_OWNER, sealedSecret }), {
      at: START,
      action: 'webhook_set',
      actor: 'key_1',
    });
    const delivery = deliveryId(OPERATOR_OWNER, AN_EVENT, world.digests);
    await world.deliveries.enqueue(
      [aDelivery({ id: delivery, client: OPERATOR_OWNER, eventId: AN_EVENT })],
      '1',
    );
  });
  after(() => api.stop());

  for (const operation of operations) {
    const { id, method, described, parameters } = operation;
    const content = objectAt(objectAt(objectAt(described, 'requestBody'), 'content'), 'application/json');
    const bodies = 'requestBody' in described ? examplesIn(content) : ([['none', undefined]] as const);
    for (const [name, body] of bodies)
      it(`are answered as described: ${id}, body ${name}`, async () => {
        // The operator makes each of these calls.
        api.world.clock.advance(100);
        const keyed = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
        const idempotencyKey = keyed ? newIdempotencyKey() : undefined;
        const options = { key: OPERATOR_KEY, body, ...(idempotencyKey && { idempotencyKey }) };
        // There are more calls than one key may make in a second.
        api.world.clock.advance(1_000);
        const answer = await api.call(method, OWN_ADDRESSES[id] ?? addressOf(operation), options);
        const successes = Object.keys(objectAt(described, 'responses')).filter((status) =>
          status.startsWith('2'),
        );
        if (ABOUT_NETWORKS.has(id)) successes.push('404');
        assert.ok(successes.includes(String(answer.status)), `${answer.status}: ${answer.text}`);
      });
  }
});

describe('the answers of openapi.yaml', () => {
  const shape = answerShapeOf(API.content as object);

  for (const { id, described } of operations)
    for (const [status, response] of Object.entries(objectAt(described, 'responses')))
      for (const [type, content] of Object.entries(objectAt(resolve(response), 'content')))
        for (const [name, example] of examplesIn(isObject(content) ? content : {}))
          it(`fit their schema: ${id} ${status} ${name}`, () => {
            assert.equal(shape.complaint(id, Number(status), type, example), undefined);
          });

  it('are refused if a member is of another type, is missing, or if the status or the media type is not described', () => {
    const answers = [
      [200, 'application/json', { status: 'ok', version: 7 }, /answer/],
      [204, 'application/json', {}, /readHealth has no answer 204/],
      [200, 'text/plain', 'ok', /readHealth 200 has no body of text\/plain/],
    ] as const;
    for (const [status, type, body, complaint] of answers)
      assert.match(shape.complaint('readHealth', status, type, body) ?? '', complaint);
  });
});

describe('the canonical document in openapi.yaml', () => {
  const schemas = objectAt(objectAt(description, 'components'), 'schemas');

  it('has the members of the schema table, required ones as required', () => {
    compare(CANONICAL_SCHEMA, schemas.CanonicalInvoice, '');
  });

  function compare(member: Member, described: unknown, path: string): void {
    const either = resolve(described).anyOf;
    // Text may replace the object.
    const schema = resolve(Array.isArray(either) ? either.at(-1) : described);
    if (member.kind === 'list') return compare(member.of, schema.items, `${path}[]`);
    if (member.kind !== 'group') return;
    const members = [...member.members].map(([name, named]) => ({ name, member: named.member }));
    assert.deepEqual(
      Object.keys(objectAt(schema, 'properties')).sort(),
      members.map(({ name }) => name).sort(),
      path,
    );
    assert.deepEqual(
      [...((schema.required ?? []) as string[])].sort(),
      members
        .filter(({ member: inner }) => inner.required && inner.unless === undefined)
        .map(({ name }) => name)
        .sort(),
      path,
    );
    assert.equal(schema.additionalProperties, false, path);
    for (const { name, member: inner } of members)
      compare(inner, objectAt(schema, 'properties')[name], `${path}.${name}`);
  }

  it('has an example that the domain reads', () => {
    const { document } = resolve({ $ref: '#/components/examples/Routed' }).value as { document: unknown };
    assert.equal(parseCanonical(document).ok, true);
  });
});
