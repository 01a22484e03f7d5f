import { ToolRefused } from '../tool.ts';

/** JSON as its value, XML as its text. */
export async function readDocument(
  answer: Promise<{ readonly data?: unknown; readonly response: Response }>,
): Promise<unknown> {
  const { data, response } = await answer;
  const type = response.headers.get('Content-Type') ?? '';
  if (!/json|xml/.test(type))
    throw new ToolRefused('This document is neither JSON nor XML: fetch it by the API.');
  const content = new TextDecoder().decode(data as ArrayBuffer);
  return type.includes('json') ? (JSON.parse(content) as unknown) : content;
}
