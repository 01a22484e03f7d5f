import { entryName } from './file-name.ts';

/** The name that the service gives a file (RFC 6266): with all its letters, if ASCII lacks some. */
export function attachedName({ headers }: Pick<Response, 'headers'>): string | undefined {
  const given = headers.get('Content-Disposition') ?? '';
  const lettered = /filename\*=UTF-8''([^;]*)/.exec(given)?.[1];
  return lettered === undefined ? /filename="([^"]*)"/.exec(given)?.[1] : decodeURIComponent(lettered);
}

/** A file that only a key may read: the browser gets it from memory. */
export function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = entryName(name);
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
