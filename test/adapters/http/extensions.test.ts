import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Node = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete'];
const description = parse(readFileSync('openapi.yaml', 'utf8')) as {
  paths: Readonly<Record<string, Node>>;
  components: { schemas: Readonly<Record<string, { properties?: Readonly<Record<string, Node>> }>> };
};
const operations = Object.entries(description.paths).flatMap(([path, node]) =>
  METHODS.flatMap((method) => {
    const operation = node[method] as Node | undefined;
    return operation ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : [];
  }),
);

/** The extensions of the contract: calls, and members of schemas. */
const CALLS = [
  'POST /webhook/deliveries/{event_id}/replay',
  'GET /webhook/deliveries/{event_id}',
  'POST /webhook/replay',
  'GET /events',
  'GET /events/{id}',
  'POST /invoices/{id}/statuses',
  'POST /received/{id}/statuses',
  'GET /invoices/{id}/statuses',
  'GET /received/{id}/statuses',
  'GET /lookup/{scheme}/{id}',
  'POST /invoices/batch',
  'GET /invoices/{id}/proof',
  'GET /invoices/{id}/attempts',
  'POST /invoices/{id}/validate',
  'GET /.well-known/jwks.json',
  'GET /audit',
  'GET /routes',
  'GET /calendar',
  'POST /mcp',
  'GET /packs/{pack}/rules',
  'GET /packs/{pack}/changes',
  'GET /activity',
  'GET /clock',
  'POST /clock',
  'GET /clients/{client}/profile',
  'GET /clients/{client}/registrations',
  'POST /clients/{client}/registrations',
  'GET /clients/{client}/registrations/{id}',
  'POST /clients/{client}/registrations/{id}/release',
  'GET /clients/{client}/connections',
  'POST /clients/{client}/connections',
  'GET /clients/{client}/connections/{id}',
  'DELETE /clients/{client}/connections/{id}',
  'POST /invoices/{id}/share',
  'POST /refusals/{id}/share',
  'POST /shares/{id}/revoke',
  'GET /share/{token}',
  'GET /care/groups',
  'POST /care/groups/handled',
  'POST /care/groups/reopened',
  'POST /care/{id}/reopened',
  'PUT /care/{id}/note',
  'GET /refusals',
  'GET /refusals/{id}',
  'GET /refusals/{id}/documents/body',
  'GET /refusals/{id}/documents/view',
];
const MEMBERS = [
  ['WebhookWish', 'events'],
  ['Webhook', 'events'],
  ['ClientProfile', 'collect'],
  ['ClientProfile', 'collect_third_party'],
  ['ClientProfile', 'include_canonical'],
  ['Problem', 'refusal_id'],
  ['Health', 'party_search'],
] as const;

describe('openapi.yaml marks as an extension', () => {
  for (const call of CALLS)
    it(`the call ${call}`, () => {
      const found = operations.find(({ name }) => name === call);
      assert.equal(found?.operation['x-extension'], true);
    });

  for (const [schema, member] of MEMBERS)
    it(`the member ${member} of ${schema}`, () => {
      assert.equal(description.components.schemas[schema]?.properties?.[member]?.['x-extension'], true);
    });
});
