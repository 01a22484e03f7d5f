import type { Request } from 'express';

/** Reads a header that may be given once. Node joins or drops repeated headers, so this reads the raw list. */
export function onlyHeader(
  request: Request,
  name: string,
): { readonly value?: string; readonly times: number } {
  const values: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2)
    if (request.rawHeaders[index]?.toLowerCase() === name) values.push(request.rawHeaders[index + 1] ?? '');
  return { value: values[0], times: values.length };
}
