import { posix } from 'node:path';
import type { SchemaFiles } from '../../xsd/schema-files.ts';
import { nameKey, type NameKey } from '../names.ts';
import { SchemaRefused } from '../unsupported.ts';
import { readSchemaFile, type SchemaNode } from './schema-node.ts';

/** Kinds of components that have a name for the whole set. */
type GlobalKind = 'element' | 'attribute' | 'complexType' | 'simpleType' | 'group' | 'attributeGroup';

/** The named components of all files of a set, unread. */
export type Components = Readonly<Record<GlobalKind, ReadonlyMap<NameKey, SchemaNode>>>;

/** Follows includes and imports from the entry. @throws SchemaRefused */
export function readComponents(set: SchemaFiles): Components {
  const reading = new Reading(set);
  reading.file(set.entry, undefined);
  return reading.components;
}

class Reading {
  readonly components: Record<GlobalKind, Map<NameKey, SchemaNode>> = {
    element: new Map(),
    attribute: new Map(),
    complexType: new Map(),
    simpleType: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
  };
  private readonly seen = new Set<string>();

  constructor(private readonly set: SchemaFiles) {}

  file(path: string, includedIn: string | undefined): void {
    const bytes = this.set.files.get(path);
    if (!bytes) throw new SchemaRefused(`the schema set has no file ${path}`);
    const key = `${path} ${includedIn ?? ''}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const root = readSchemaFile(bytes, path, includedIn);
    // A file that is both imported and included by its own namespace is one and the same.
    if (this.seen.has(`= ${path} ${root.target}`)) return;
    this.seen.add(`= ${path} ${root.target}`);
    root.only('targetNamespace', 'elementFormDefault', 'attributeFormDefault', 'version');
    for (const node of root.children) this.component(node, path);
  }

  private component(node: SchemaNode, path: string): void {
    const { kind, target } = node;
    const location = node.token('schemaLocation');
    if (kind === 'include') return this.file(this.pathOf(location ?? '', path), target);
    if (kind === 'import') {
      const namespace = node.token('namespace') ?? '';
      if (location === undefined) return;
      const imported = this.pathOf(location, path);
      this.file(imported, undefined);
      if (!this.seen.has(`= ${imported} ${namespace}`))
        throw new SchemaRefused(`${imported} is not of the namespace that ${path} imports`);
      return;
    }
    const known = this.components[kind as GlobalKind] as Map<NameKey, SchemaNode> | undefined;
    if (!known) throw new SchemaRefused(`a schema with ${kind}`);
    const name = nameKey(target, node.token('name') ?? '');
    if (known.has(name)) throw new SchemaRefused(`two declarations of ${kind} ${name}`);
    known.set(name, node);
  }

  private pathOf(location: string, from: string): string {
    const { catalog } = this.set;
    return Object.hasOwn(catalog, location) ? catalog[location]! : posix.join(posix.dirname(from), location);
  }
}
