import { stringify } from 'yaml';
import { isObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from '../call/json-values.ts';
import { markup, type Html } from './page.ts';
import { PROBLEM_TYPES } from '../call/problem.ts';

type Node = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The readable reference: every call and schema of openapi.yaml. It is rendered at the first request. */
export function reference(description: unknown, baseUrl: string): Html {
  const info = objectAt(description, 'info');
  const calls = operations(description);
  const schemas = objectAt(objectAt(description, 'components'), 'schemas');
  return markup`<h1>${text(info.title)}</h1>
    <p class="muted">
      Interface version ${text(info.version)}, service version ${text(info['x-service-version'])}, at <code>${baseUrl}</code>. The same as data:
      <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.
    </p>
    ${prose(info.description)}
    <nav>
      <h2>Calls</h2>
      <ul>
        ${calls.map(
          ({ id, method, path }) =>
            markup`<li>
              <a href="#${id}"><span class="method">${method}</span> <code>${path}</code></a>
            </li>`,
        )}
      </ul>
    </nav>
    ${calls.map((call) => section(call, description))}
    <h2 id="problems">Problem types</h2>
    <table>
      <tr>
        <th>Type</th>
        <th>Status</th>
        <th>Meaning</th>
      </tr>
      ${Object.entries(PROBLEM_TYPES).map(
        ([type, { status, title, advice }]) =>
          markup`<tr>
            <td>
              <a href="/problems/${type}"><code>${type}</code></a>
            </td>
            <td>${status}</td>
            <td>${title}. ${advice}</td>
          </tr>`,
      )}
    </table>
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(schemas).map(([name, schema]) => schemaSection(name, schema))}`;
}

interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Node;
  readonly parameters: readonly unknown[];
}

function operations(description: unknown): Shown[] {
  return Object.entries(objectAt(description, 'paths')).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(item) && isObject(item[method])).map((method) => {
      const operation = objectAt(item, method);
      const parameters = [...list(objectAt({ item }, 'item').parameters), ...list(operation.parameters)];
      return { id: text(operation.operationId), method: method.toUpperCase(), path, operation, parameters };
    }),
  );
}

function section({ id, method, path, operation, parameters }: Shown, description: unknown): Html {
  const shown = parameters.map((parameter) => resolve(parameter, description));
  const body = objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json');
  return markup`<h2 id="${id}"><span class="method">${method}</span> <code>${path}</code></h2>
    <p><strong>${text(operation.summary)}.</strong> ${access(operation)}</p>
    ${prose(operation.description)} ${shown.length > 0 ? parameterTable(shown) : ''}
    ${
      isObject(body.schema)
        ? markup`<h3>Body</h3>
            <p>${schemaText(body.schema)}</p>
            ${examples(body, description)}`
        : ''
    }
    <h3>Answers</h3>
    <table>
      ${Object.entries(objectAt(operation, 'responses')).map(([status, response]) =>
        answerRow(status, resolve(response, description), description),
      )}
    </table>`;
}

const access = (operation: Node): Html =>
  Array.isArray(operation.security)
    ? markup`Needs no key.`
    : markup`Scope <code>${text(operation['x-scope'])}</code>.`;

const parameterTable = (parameters: readonly Node[]): Html =>
  markup`<h3>Parameters</h3>
    <table>
      ${parameters.map(
        (parameter) =>
          markup`<tr>
            <td><code>${text(parameter.name)}</code>${parameter.required === true ? ' *' : ''}</td>
            <td class="muted">${text(parameter.in)}</td>
            <td>${schemaText(parameter.schema)}</td>
            <td>${inline(text(parameter.description))}</td>
          </tr>`,
      )}
    </table>`;

function answerRow(status: string, response: Node, description: unknown): Html {
  const [content] = Object.values(objectAt(response, 'content'));
  return markup`<tr>
    <td><code>${status}</code></td>
    <td>
      ${inline(text(response.description))}
      ${isObject(content) ? markup`<br />${schemaText(content.schema)}${examples(content, description)}` : ''}
    </td>
  </tr>`;
}

const examples = (content: Node, description: unknown): Html[] =>
  Object.entries(objectAt(content, 'examples')).map(([name, example]) => {
    const { summary, value } = resolve(example, description);
    return markup`<details>
      <summary>Example: ${text(summary) || name}</summary>
      <pre>${JSON.stringify(value, null, 2)}</pre>
    </details>`;
  });

/** The id is inside the element, so that a link to it opens it. */
const schemaSection = (name: string, schema: unknown): Html =>
  markup`<details><summary><code>${name}</code></summary>
    <pre id="schema-${name}">${stringify(schema, { lineWidth: 100 })}</pre></details>`;

function schemaText(schema: unknown): Html {
  if (!isObject(schema)) return markup``;
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return markup`<a href="#schema-${name}"><code>${name}</code></a>`;
  }
  const items = isObject(schema.items) ? markup` of ${schemaText(schema.items)}` : '';
  const { enum: values } = schema;
  const allowed = Array.isArray(values) ? `: ${values.map(String).join(', ')}` : '';
  const preset = schema.default === undefined ? '' : ` (default ${String(schema.default)})`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : text(schema.type);
  return markup`${type}${items}${allowed}${preset}`;
}

/** The part of Markdown that the description uses: paragraphs, `code`, **strong**. */
const prose = (markdown: unknown): Html[] =>
  text(markdown)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => markup`<p>${inline(paragraph)}</p>`);

const inline = (paragraph: string): Html[] =>
  paragraph.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith('`')) return markup`<code>${piece.slice(1, -1)}</code>`;
    return piece.startsWith('**') ? markup`<strong>${piece.slice(2, -2)}</strong>` : markup`${piece}`;
  });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
