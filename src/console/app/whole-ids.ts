import { createElement, options, type VNode } from 'preact';

/**
 * The id of a rule, a term or a code within a text: BR-CO-09, BT-34-1, EI-ID-IBAN. A line may end after each of its hyphens, and no
 * property of a style says otherwise but one of a whole element; a hyphen of another kind would be copied and not found. The limit
 * lets a text of others cost what its length costs.
 */
const IDS =
  /\b((?:B[TG]-\d+(?:-\d+)?|(?:BR-|EI-|KSEF-|ANAF-|PEPPOL-|UBL-|CII-|FX-|CIUS-|FR-)[A-Z0-9_-]{0,60}[A-Z0-9]))(?![\w-])/;

/** What holds plain text, or keeps its lines by itself. */
const WITHOUT = new Set(['option', 'textarea', 'title', 'style', 'text', 'tspan', 'pre']);

/** The class of an element whose text is one line. */
const WHOLE = 'whole';

/** Each id in what is drawn from here on stands on one line. */
export function keepIdsWhole(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    const props = vnode.props as { children?: unknown; class?: unknown };
    const isText = typeof vnode.type === 'string' && !WITHOUT.has(vnode.type) && props.class !== WHOLE;
    if (isText && props.children !== undefined) props.children = withWhole(props.children);
    before?.(vnode);
  };
}

/** A text in parts: each second one is an id. */
export const partedAtIds = (text: string): readonly string[] => text.split(IDS);

function withWhole(children: unknown): unknown {
  if (Array.isArray(children)) return children.map(withWhole);
  if (typeof children !== 'string') return children;
  const parts = partedAtIds(children);
  if (parts.length === 1) return children;
  return parts.map((part, index) => (index % 2 ? createElement('span', { class: WHOLE }, part) : part));
}
