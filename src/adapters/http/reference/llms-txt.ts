import { posix } from 'node:path';

interface Service {
  readonly title: string;
  readonly summary: string;
  readonly baseUrl: string;
}

/** Files beside docs/ that the service serves under another address. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'openapi.yaml': '/openapi.yaml' };

/**
 * The form of https://llmstxt.org: the index of docs/ with full addresses.
 * @param index docs/README.md; undefined if the program is installed without its documentation.
 * @param pages the names of the pages that the service serves.
 */
export function llmsTxt(
  { title, summary, baseUrl }: Service,
  index: string | undefined,
  pages: ReadonlySet<string>,
): string {
  const head = `# ${title}\n\n> ${summary}\n`;
  if (index === undefined) return `${head}\n## Interface\n\n- [openapi.yaml](${baseUrl}/openapi.yaml)\n`;
  const lines = index.split('\n').slice(1);
  return head + lines.flatMap((line) => withFullAddress(line, baseUrl, pages)).join('\n');
}

/** No line if it leads to a page that the service does not serve. */
function withFullAddress(line: string, baseUrl: string, pages: ReadonlySet<string>): readonly string[] {
  const target = /\]\(([^)#]+)/.exec(line)?.[1];
  if (target === undefined) return [line];
  const path = posix.normalize(posix.join('docs', target));
  const address = path.startsWith('docs/') && pages.has(path.slice(5)) ? `/${path}` : ELSEWHERE[path];
  return address === undefined ? [] : [line.replace(`](${target}`, `](${baseUrl}${address}`)];
}
