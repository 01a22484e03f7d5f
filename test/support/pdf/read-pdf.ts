import { extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF as an independent reader finds it, one entry per page. */
export async function textOf(pdf: Uint8Array): Promise<readonly string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

/** Line breaks depend on the layout and are ignored. */
export const unspaced = (text: string): string => text.replaceAll(/[\s\u00a0]/g, '');
