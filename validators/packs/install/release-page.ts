import { readFileSync } from 'node:fs';
import { WrongShape } from '../members.ts';

/** More files than any release has. */
const MAX_LINKS = 50;

/** Whether a fetched file is a page for people. */
const isPage = (text: string): boolean =>
  /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html)\b/i.test(text);

export interface PageLinks {
  /** Addresses of files, and of parts of the page that a browser fetches later. */
  readonly files: readonly string[];
  readonly parts: readonly string[];
  /** Hosts of further files: the caller of the command has not named them. */
  readonly otherHosts: readonly string[];
}

/**
 * The files that the page of a release offers. Only those on the host of the page are taken: the address of a command is the permission to
 * ask that host, and no other.
 * @param wants by the end of an address.
 * @throws WrongShape if there are more than any release has.
 */
export function linksOn(address: string, text: string, wants: (name: string) => boolean): PageLinks {
  const own = new URL(address);
  const files = new Set<string>();
  const parts = new Set<string>();
  const otherHosts = new Set<string>();
  for (const [, tag = '', link = ''] of text.matchAll(
    /<(a|include-fragment)\b[^<>]{0,2000}?\s(?:href|src)="([^"#]{1,2000})"/gi,
  )) {
    const to = link.replaceAll('&amp;', '&');
    const target = URL.canParse(to, address) ? new URL(to, address) : undefined;
    if (!target || !/^https?:$/.test(target.protocol)) continue;
    // GitHub lists the files of a release in such a part.
    const isPart = tag.toLowerCase() === 'include-fragment' && /assets/.test(target.pathname);
    if (!isPart && !wants(target.pathname)) continue;
    if (target.host !== own.host || target.protocol !== own.protocol) otherHosts.add(target.host);
    else (isPart ? parts : files).add(target.href);
  }
  if (files.size + parts.size > MAX_LINKS) throw new WrongShape(address, `a page with more than ${MAX_LINKS} files: name the address of a release`); // prettier-ignore
  return { files: [...files], parts: [...parts], otherHosts: [...otherHosts] };
}

/** The text of a page; undefined if the file is none. */
export function pageIn(file: string): string | undefined {
  const bytes = readFileSync(file);
  return isPage(bytes.subarray(0, 2_000).toString('utf8')) ? bytes.toString('utf8') : undefined;
}
