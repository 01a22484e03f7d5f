import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF as an independent reader finds it, one entry per page. */
export async function textOf(pdf: Uint8Array): Promise<readonly string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

/** Line breaks depend on the layout and are ignored. */
export const unspaced = (text: string): string => text.replaceAll(/[\s\u00a0]/g, '');

/** Types of the structure elements on a page, in reading order. */
export async function structureOf(pdf: Uint8Array, sheet = 1): Promise<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const page = await document.getPage(sheet);
  const types: string[] = [];
  const walk = (node: StructureNode): void => {
    if (node.role !== undefined) types.push(node.role);
    for (const child of node.children ?? []) walk(child);
  };
  walk((await page.getStructTree()) as StructureNode);
  return types;
}

interface StructureNode {
  readonly role?: string;
  readonly children?: readonly StructureNode[];
}
