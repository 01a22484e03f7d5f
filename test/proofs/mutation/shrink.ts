import { type Document, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { elements } from './edits.ts';

/** The search stops after this number of steps. */
const MAX_TRIES = 3_000;

/**
 * Removes elements and attributes while the failure remains: first whole subtrees, again and again, until nothing
 * @param fails called for every smaller document; a document without a result does not fail.
 * @param fails asked of every smaller document; a document that cannot be asked about does not fail.
 */
export async function shrink(xml: string, fails: (xml: string) => Promise<boolean>): Promise<string> {
  let smallest = xml;
  let tries = 0;
  for (let progress = true; progress;) {
    progress = false;
    for (let at = 0; tries < MAX_TRIES; at++) {
      const smaller = without(smallest, at);
      if (smaller === undefined) break;
      tries++;
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      progress = true;
      // The next candidate has moved to this position.
      at--;
    }
  }
  return smallest;
}

/** The document without its n-th removable part; undefined if it has fewer. */
function without(xml: string, n: number): string | undefined {
  const document = parseXmlDocument(xml);
  const part = removable(document)[n];
  part?.();
  return part && serializeToWellFormedString(document);
}

function removable(document: Document): (() => void)[] {
  return elements(document).flatMap((element, i) => [
    ...(i > 0 ? [() => element.remove()] : []),
    ...element.attributes
      .filter(({ name }) => !name.startsWith('xmlns'))
      .map(
        ({ name }) =>
          () =>
            element.removeAttribute(name),
      ),
    ...element.childNodes
      .filter((node) => node.nodeType === 3 && !node.nodeValue?.trim())
      .map((node) => () => element.removeChild(node)),
  ]);
}
