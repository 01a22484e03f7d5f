/** The element at a path of local names. */
export function elementAt(element: Element, [name, ...rest]: readonly string[]): Element | undefined {
  if (name === undefined) return element;
  for (const child of element.children)
    if (child.localName === name) {
      const found = elementAt(child, rest);
      if (found) return found;
    }
  return undefined;
}

/** The text of the first path that leads to one. CII writes a date as 20261123. */
export function textAt(element: Element, paths: readonly string[] = []): string | undefined {
  for (const path of paths) {
    const found = elementAt(element, path.split('/'));
    const text = found?.textContent.trim();
    if (found && text)
      return found.localName === 'DateTimeString' ? text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : text;
  }
  return undefined;
}
