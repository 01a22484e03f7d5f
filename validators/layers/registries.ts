import { baseAddress } from '../vocabulary/base-address.ts';

/** A public registry that answers by a file what the newest version of a package is. */
interface RegistryRow {
  readonly address: string;
  readonly path: (name: string) => string;
  /** What the answer says; undefined if it says nothing of the kind. */
  readonly version: (answer: string) => unknown;
}

const json =
  (read: (answer: Loose | undefined) => unknown) =>
  (answer: string): unknown =>
    read(JSON.parse(answer) as Loose | undefined);

interface Loose {
  readonly version?: unknown;
  readonly tag_name?: unknown;
  readonly info?: { readonly version?: unknown } | null;
}

export const REGISTRIES = {
  npm: {
    address: 'https://registry.npmjs.org',
    path: (name) => `/${name.replace('/', '%2f')}/latest`,
    version: json((answer) => answer?.version),
  },
  pypi: {
    address: 'https://pypi.org',
    path: (name) => `/pypi/${name}/json`,
    version: json((answer) => answer?.info?.version),
  },
  maven: {
    address: 'https://repo1.maven.org/maven2',
    path: (name) => `/${name.replaceAll('.', '/').replace(':', '/')}/maven-metadata.xml`,
    version: (answer) => /<release>([^<]{1,100})<\/release>/.exec(answer)?.[1],
  },
  github: {
    address: 'https://api.github.com',
    path: (name) => `/repos/${name}/releases/latest`,
    version: json((answer) => answer?.tag_name),
  },
} as const satisfies Readonly<Record<string, RegistryRow>>;

type Registry = keyof typeof REGISTRIES;

export const REGISTRY_NAMES = Object.keys(REGISTRIES) as readonly Registry[];

/** A package or repository that carries the releases of a publisher. */
export interface Carrier {
  readonly registry: Registry;
  readonly name: string;
  /** Its newest version whose content the rows of this service know. */
  readonly known: string;
}

/** The addresses that may be asked. */
export type AllowedRegistries = ReadonlyMap<Registry, string>;

/** `npm,pypi=https://mirror.example/pypi`: each by its public address, or a mirror's. @returns undefined if it is no such list. */
export function allowedRegistries(text: string): AllowedRegistries | undefined {
  const allowed = new Map<Registry, string>();
  for (const each of text.split(',')) {
    const [, name, address] = /^\s*([a-z]+)(?:=(https?:\/\/[^\s?#,]+))?\s*$/.exec(each) ?? [];
    const registry = REGISTRY_NAMES.find((one) => one === name);
    if (registry === undefined) return undefined;
    allowed.set(registry, baseAddress(address ?? REGISTRIES[registry].address));
  }
  return allowed;
}

/** The version in an answer; undefined if it has none that is a version: what others write is a value. */
export function versionIn(registry: Registry, answer: string): string | undefined {
  try {
    const version = REGISTRIES[registry].version(answer);
    return typeof version === 'string' && VERSION.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;

/** By the numbers in both; a tag may have words around them. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersIn(version), numbersIn(than)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    if (a !== b) return a > b;
  }
  return false;
}

const numbersIn = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);
