import { xmlRegisterInputProvider } from 'libxml2-wasm';

/** The files of one schema set: path inside its folder to bytes that have been verified. */
export interface SchemaFiles {
  /** Path of the schema to start from. */
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Addresses that schemas name in place of a path, and the files that replace them. */
  readonly catalog: Readonly<Record<string, string>>;
}

/** The base address of the files for libxml2; relative paths inside schemas resolve against it. */
const BASE = 'schema://pack/';

/** libxml2 requests included schemas by address. Requests are answered from memory only, and only while a schema is compiled. */
const offered = new Map<string, Uint8Array>();
const open = new Map<number, { readonly bytes: Uint8Array; at: number }>();
let handles = 0;
let registered = false;

/** Makes the files readable for libxml2 while `use` runs, which gets the address of the entry. */
export function withSchemaFiles<T>({ entry, files, catalog }: SchemaFiles, use: (address: string) => T): T {
  registered ||= register();
  for (const [path, bytes] of files) offered.set(BASE + path, bytes);
  for (const [address, path] of Object.entries(catalog)) {
    const bytes = files.get(path);
    if (bytes) offered.set(address, bytes);
  }
  try {
    return use(BASE + entry);
  } finally {
    offered.clear();
    open.clear();
  }
}

function register(): boolean {
  return xmlRegisterInputProvider({
    match: (address) => offered.has(address),
    open: (address) => {
      const bytes = offered.get(address);
      if (!bytes) return undefined;
      open.set(++handles, { bytes, at: 0 });
      return handles;
    },
    read: (handle, buffer) => {
      const file = open.get(handle);
      if (!file) return -1;
      const part = file.bytes.subarray(file.at, file.at + buffer.byteLength);
      buffer.set(part);
      file.at += part.byteLength;
      return part.byteLength;
    },
    close: (handle) => open.delete(handle),
  });
}
