import type { Particle } from '../content/particle.ts';
import type { ElementDeclaration, Times } from '../model.ts';
import type { NameKey } from '../names.ts';
import { SchemaRefused } from '../unsupported.ts';
import type { SchemaNode } from './schema-node.ts';
import { readWildcard } from './wildcard.ts';

/** Declarations that a content model names. */
export interface ElementSource {
  global(name: NameKey): ElementDeclaration;
  local(node: SchemaNode): ElementDeclaration;
}

export class ParticleReader {
  private readonly open = new Set<NameKey>();

  constructor(
    private readonly elements: ElementSource,
    private readonly groups: ReadonlyMap<NameKey, SchemaNode>,
  ) {}

  /** The content of a type; undefined if nothing may stand in it (part 1, 3.4.2). */
  content(node: SchemaNode): Particle | undefined {
    const particle = this.particle(node);
    const isGroup = particle.kind === 'sequence' || particle.kind === 'choice';
    if (particle.times.most === 0) return undefined;
    if (!isGroup || particle.particles.length > 0) return particle;
    return particle.kind === 'sequence' || particle.times.least === 0 ? undefined : particle;
  }

  private particle(node: SchemaNode): Particle {
    const times = timesOf(node);
    switch (node.kind) {
      case 'element': {
        const reference = node.reference('ref');
        if (reference === undefined)
          return { kind: 'element', declaration: this.elements.local(node), times };
        node.only('ref', 'minOccurs', 'maxOccurs');
        return { kind: 'element', declaration: this.elements.global(reference), times };
      }
      case 'any':
        return { kind: 'any', wildcard: readWildcard(node), times };
      case 'sequence':
      case 'choice':
        node.only('minOccurs', 'maxOccurs');
        return { kind: node.kind, particles: node.children.map((child) => this.particle(child)), times };
      case 'group':
        return {
          kind: 'sequence',
          particles: [this.group(node.only('ref', 'minOccurs', 'maxOccurs'))],
          times,
        };
      default:
        throw new SchemaRefused(`a content model with ${node.kind}`);
    }
  }

  private group(node: SchemaNode): Particle {
    const name = node.reference('ref');
    const group = name === undefined ? undefined : this.groups.get(name);
    if (name === undefined || !group || this.open.has(name))
      throw new SchemaRefused('a group that is not there');
    const [content, ...others] = group.only('name').children;
    if (!content || others.length > 0) throw new SchemaRefused('a group that is not one');
    this.open.add(name);
    const particle = this.particle(content);
    this.open.delete(name);
    return particle;
  }
}

function timesOf(node: SchemaNode): Times {
  const least = countOf(node.token('minOccurs') ?? '1');
  const most = node.token('maxOccurs') ?? '1';
  return { least, most: most === 'unbounded' ? Infinity : countOf(most) };
}

function countOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SchemaRefused(`a count of ${text}`);
  return Number(text);
}
