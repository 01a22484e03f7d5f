/** Styles of pages and parts, in the order in which they hold against each other. */
declare const STYLE_FILES: readonly (readonly [name: string, file: string])[];

/** What is read, or is being read. */
const opened = new Map<string, Promise<void>>();

/** Reads the styles of a page and of its parts, unless the first view has them. A page is drawn afterwards, so that it is never bare. */
export async function loadStyles(names: readonly string[]): Promise<void> {
  await Promise.all(
    STYLE_FILES.filter(([name]) => names.includes(name)).map(([name, file]) => {
      if (!opened.has(name)) opened.set(name, readStyle(name, file));
      return opened.get(name)!;
    }),
  );
}

/** Before those that hold against it, whichever page was opened first. The last of all is `touch.css`. */
function readStyle(name: string, file: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/console/assets/${file}`;
  link.dataset['name'] = name;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const rank = (each: HTMLLinkElement): number =>
    STYLE_FILES.findIndex(([other]) => other === each.dataset['name']);
  const next = links.find((each) => rank(each) > rank(link)) ?? links.at(-1)!;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      opened.delete(name);
      reject(new TypeError(`${link.href} could not be read`));
    };
    next.before(link);
  });
}
