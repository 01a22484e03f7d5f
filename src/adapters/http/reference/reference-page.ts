import type { JsonObject } from '../../../domain/json/json-object.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { objectAt } from '../call/json-values.ts';
import { PROBLEM_TYPES } from '../call/problem.ts';
import { withCodeSamples } from './code-samples.ts';
import { bar, document, Html, markup } from './page.ts';
import { BAR_STYLE } from './page-style.ts';

/** The readable reference. Scalar draws it in the browser from /docs/openapi.json. */
export const referencePage = (title: string, words: Translator): string =>
  document(
    title,
    new Html(`<style>${BAR_STYLE}${OWN_COLOURS}</style>`),
    markup`${bar(words)}<noscript><p>This page needs JavaScript. The same as data: <a href="/openapi.yaml">openapi.yaml</a>.</p></noscript><main id="reference"></main><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script>`,
  );

/** Scalar's names for our colours. Its button switches between the classes. */
const OWN_COLOURS = `
body.light-mode { color-scheme: light; } body.dark-mode { color-scheme: dark; }
noscript p { padding: 16px; }
`;

const SCALAR_STYLE = `
:root { --scalar-font: var(--font); --scalar-font-code: var(--mono); --scalar-custom-header-height: 48px; }
.light-mode, .dark-mode { --scalar-background-1: var(--surface); --scalar-background-2: var(--canvas); --scalar-background-3: var(--sunken);
--scalar-color-1: var(--text); --scalar-color-2: var(--text2); --scalar-color-3: var(--text2); --scalar-border-color: var(--line);
--scalar-color-accent: var(--accent); --scalar-sidebar-background-1: var(--surface); --scalar-link-color: var(--accent);
--scalar-button-1: var(--accent); --scalar-button-1-color: light-dark(#fff, #11142b); }
.scalar-app section[tabindex='-1']:focus-visible { outline: none; }
`;

/**
 * What Scalar is told. Everything that would call another host is off: its fonts, telemetry, assistant, registry and proxy. The key
 * that a person types stays in the page.
 */
const OPTIONS = {
  url: '/docs/openapi.json',
  theme: 'none',
  customCss: SCALAR_STYLE,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'none',
  modelsSectionLabel: 'Schemas',
  operationTitleSource: 'summary',
  authentication: { preferredSecurityScheme: 'key' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(
      ['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'js', 'julia', 'kotlin', 'node'].map(
        hidden,
      ),
    ),
    ...Object.fromEntries(['objc', 'ocaml', 'php', 'powershell', 'r', 'ruby', 'rust', 'swift'].map(hidden)),
    shell: ['wget', 'httpie'],
    python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  },
} as const;

function hidden(language: string) {
  return [language, true] as const;
}

/** Calls go to the address that the page was opened at, whatever `BASE_URL` says. */
export const START_SCRIPT = `const options = ${JSON.stringify(OPTIONS)};
Scalar.createApiReference('#reference', { ...options, servers: [{ url: location.origin }] });
`;

interface ForReaders {
  readonly url: string;
  readonly pages: Iterable<string>;
  readonly words: Translator;
}

/** openapi.yaml with what only readers need: samples, the types of problems, the pages of docs/. */
export function describedForReaders(content: JsonObject, { url, pages, words }: ForReaders): JsonObject {
  const info = objectAt(content, 'info');
  const description = [String(info.description), problemsIn(words), pageList([...pages].toSorted())].join(
    '\n\n',
  );
  return { ...withCodeSamples(content, url), info: { ...info, description } };
}

// A list, because Scalar breaks the words of narrow columns.
const problemsIn = ({ text }: Translator): string => `## Problem types

${Object.entries(PROBLEM_TYPES)
  .map(([type, { status, title, advice }]) => {
    const meaning = `${text(title)}. ${text(advice)}`.replaceAll('<', '&lt;');
    return `- [\`${type}\`](/problems/${type}), ${status}: ${meaning}`;
  })
  .join('\n')}`;

const pageList = (names: readonly string[]): string =>
  `## More to read

As data: [openapi.yaml](/openapi.yaml), [openapi.json](/openapi.json). For programs that read text: [llms.txt](/llms.txt).

${names.map((name) => `- [${name}](/docs/${name})`).join('\n')}`;
