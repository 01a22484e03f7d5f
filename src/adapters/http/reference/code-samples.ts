import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from '../call/json-values.ts';
import { indented, literal } from './literal.ts';

/** A call of openapi.yaml with all that a sample of it needs. */
interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly parameters: readonly JsonObject[];
  readonly document: unknown;
}

/** Calls for which the client library has a method of its own. The others go through `service.api`. */
const OWN_METHODS: Readonly<Record<string, (shown: Shown) => string>> = {
  submitInvoice: (shown) =>
    `const { id, state } = await service.send(${bodyOf(shown)}, { idempotencyKey: 'RE-2026-0042' });
console.log(id, state);
const invoice = await service.waitFor(id, ['ready', 'accepted', 'delivered']);`,
  submitFile: () =>
    `import { readFile } from 'node:fs/promises';

const file = await readFile('invoice.xml');
const { id } = await service.sendFile(file, { route: 'DE-XRECHNUNG', invoiceRef: 'RE-2026-0042' });
console.log(id);`,
  submitBatch: () =>
    `// submissions: any number of bodies of POST /invoices, as a list or as they come.
const invoices = submissions.map((submission) => ({ submission }));
for await (const answer of service.sendBatch(invoices))
  console.log(answer.idempotencyKey, 'intake' in answer ? answer.intake.id : answer.problem.message);`,
  validateInvoice: (shown) =>
    `const report = await service.check(${bodyOf(shown)});
for (const { layer, outcome, findings } of report.layers) console.log(layer, outcome, findings.length);`,
  listInvoices: () =>
    `for await (const { invoice_ref, state } of service.invoices({ state: ['rejected', 'dead_letter'] }))
  console.log(invoice_ref, state);`,
  listReceived: () =>
    `for await (const { invoice_ref, state } of service.received({ state: ['received'] }))
  console.log(invoice_ref, state);`,
  readEventFeed: () =>
    `// It does not end. Keep \`after\` once an event is handled, and begin with it after a restart.
for await (const { event, after } of service.events({ after: undefined }))
  console.log(event.invoice_ref, event.status, after);`,
  listKeys: () => rowsOf('/keys'),
  listCredentials: () => rowsOf('/credentials'),
  listClients: () => rowsOf('/clients'),
  listCare: () => rowsOf('/care'),
  listDeliveries: () => rowsOf('/webhook/deliveries'),
  readAudit: () => rowsOf('/audit'),
};

/** Networks call these; an ERP does not. */
const CALLED_BY_NETWORKS: ReadonlySet<string> = new Set(['hearFrenchPlatform', 'hearAccessPoint']);

const rowsOf = (path: string): string => `for await (const row of service.list('${path}')) console.log(row);`;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The description with a sample for each call, written with the client library. Scalar writes those in curl and Python. */
export function withCodeSamples(document: JsonObject, url: string): JsonObject {
  const paths = Object.entries(objectAt(document, 'paths')).map(([path, item]) => {
    const operations = METHODS.filter((method) => isObject(item) && isObject(item[method])).map((method) => {
      const operation = objectAt(item, method);
      const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((one) =>
        resolve(one, document),
      );
      const id = String(operation.operationId);
      const source = sampleOf(
        { id, method: method.toUpperCase(), path, operation, parameters, document },
        url,
      );
      const samples = source && {
        'x-codeSamples': [{ lang: 'javascript', label: 'JavaScript', source }],
      };
      return [method, { ...operation, ...samples }] as const;
    });
    return [path, { ...(item as JsonObject), ...Object.fromEntries(operations) }] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function sampleOf(shown: Shown, url: string): string | undefined {
  if (CALLED_BY_NETWORKS.has(shown.id)) return undefined;
  const own = OWN_METHODS[shown.id];
  const [imports, steps] = importsFirst(own ? own(shown) : throughApi(shown));
  return `${imports}import { DeliveryService } from 'invoice-delivery-service/client';

const service = new DeliveryService({ url: '${url}', key: 'ids_test_…' });
${steps}
`;
}

function importsFirst(text: string): readonly [string, string] {
  const [first = '', ...rest] = text.split('\n\n');
  return first.startsWith('import ') ? [`${first}\n`, rest.join('\n\n')] : ['', text];
}

function throughApi(shown: Shown): string {
  const { method, path, operation, parameters, document } = shown;
  const [status, answer] = Object.entries(objectAt(operation, 'responses'))[0] ?? [];
  const types = Object.keys(objectAt(resolve(answer, document), 'content'));
  const isFile = types.length > 0 && !types.some((type) => type.includes('json'));
  const groups = ['path', 'query', 'header'].flatMap((location) => {
    const needed = parameters.filter((one) => one.in === location && one.required === true);
    const values = needed.map((one) => [String(one.name), exampleOf(one, document)] as const);
    return needed.length > 0 ? [[location, Object.fromEntries(values)] as const] : [];
  });
  const options = [
    ...(groups.length > 0 ? [`params: ${literal(Object.fromEntries(groups))}`] : []),
    ...bodyOptions(shown),
    ...(isFile ? [`parseAs: 'blob'`] : []),
  ];
  const init = options.length > 0 ? `, {\n${options.map((one) => `  ${indented(one)},\n`).join('')}}` : '';
  const call = `await service.api.${method}('${path}'${init});`;
  const first = call.includes('readFile') ? `import { readFile } from 'node:fs/promises';\n\n` : '';
  return first + (status === '204' ? call : `const { data } = ${call}\nconsole.log(data);`);
}

function bodyOptions(shown: Shown): readonly string[] {
  const body = resolve(shown.operation.requestBody, shown.document);
  const types = Object.keys(objectAt(body, 'content'));
  if (types.length === 0 || (body.required !== true && !types.includes('application/json'))) return [];
  if (types.includes('application/json')) return [`body: ${bodyOf(shown)}`];
  // The bytes as they are: no JSON is made of them.
  return [
    `body: new Blob([await readFile('invoice.xml')])`,
    `bodySerializer: (body) => body`,
    `headers: { 'Content-Type': '${types[0] ?? ''}' }`,
  ];
}

/** The first example of the body. */
function bodyOf({ operation, document }: Shown): string {
  const body = resolve(operation.requestBody, document);
  const json = objectAt(objectAt(body, 'content'), 'application/json');
  const [example] = Object.values(objectAt(json, 'examples'));
  return literal(resolve(example, document).value ?? json.example ?? {});
}

function exampleOf(parameter: JsonObject, document: unknown): unknown {
  const schema = resolve(parameter.schema, document);
  const [first] = listAt(schema, 'enum');
  return parameter.example ?? schema.example ?? first ?? schema.default ?? '…';
}

const listAt = (value: unknown, member: string): readonly unknown[] => {
  const matchingMember = isObject(value) ? value[member] : undefined;
  return Array.isArray(matchingMember) ? matchingMember : [];
};
