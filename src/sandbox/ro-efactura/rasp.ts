import { withXml } from '../documents.ts';
import { SPACES } from './answers.ts';

/** A message from buyer to seller about a received invoice; undefined if it is not one. */
export function buyersMessage(
  bytes: Buffer,
): { readonly index: string; readonly message: string } | undefined {
  try {
    return withXml(bytes, (root) => {
      const [index, message] = [root.attr('index_incarcare')?.value, root.attr('message')?.value];
      const isOne = root.name === 'header' && root.namespaceUri === SPACES.message;
      return isOne && index && message ? { index, message } : undefined;
    });
  } catch {
    return undefined;
  }
}
