import type { SyntaxNode, Tree } from '@lezer/common';

interface Parser {
  readonly parse: (text: string) => Tree;
}

/** Many findings are looked up in one text: the tree of the last text is kept. */
export function keepLastTree(parser: Parser): (text: string) => SyntaxNode {
  let last: { readonly text: string; readonly top: SyntaxNode } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, top: parser.parse(text).topNode };
    return last.top;
  };
}
