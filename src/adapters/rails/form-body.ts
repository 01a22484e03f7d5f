/** A part of a multipart form. A part without a file name is a value, which may have a type. */
interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** RFC 7578. It is written here because Node names a file for each part that has a type (ADR 34). */
export function formBody(
  boundary: string,
  parts: readonly FormPart[],
): { readonly type: string; readonly body: Uint8Array } {
  const body = Buffer.concat([
    ...parts.flatMap(({ name, fileName, type, content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
          (fileName === undefined ? '' : `; filename="${fileName}"`) +
          `\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
