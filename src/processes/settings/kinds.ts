import { isIP } from 'node:net';
import { isUrl } from '../../domain/is-url.ts';
import { type Text, Unfit } from '../../ports/settings.ts';
import type { StoreAddress } from './settings.ts';

export const isMailServer = (text: string): boolean => /^smtps?:\/\/[^\s]+$/.test(text) && isUrl(text);

export const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);

/** Node ends the process at port 0. */
export function isResolver(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const fits = bracketed === undefined ? isHost(plain ?? '') : isIP(bracketed) === 6;
  return fits && Number(port) >= 1 && Number(port) <= 65535;
}

/** Whether it can be part of an address as it is. */
export const isPlainHost = (text: string): boolean => isHost(text) && isIP(text) !== 6;

export function storeAddress(text = 'sqlite:./data/ids.db'): StoreAddress {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { kind: 'mongodb', url: text };
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path === undefined) throw new Unfit('must be sqlite:<path>, mongodb://… or mongodb+srv://….');
  if (path === ':memory:') throw new Unfit('must name a file: what is kept only in memory is lost.');
  return { kind: 'sqlite', path };
}

export const masterKey = (text: Text): Text => {
  // As in the file: a secret often comes with a line end.
  const key = text?.trim();
  if (key === undefined || key === 'none' || isKey(key)) return key;
  throw new Unfit('must be 32 bytes in base64 (44 characters), or none.');
};

export const newMasterKey = (text: Text): Text => {
  const key = text?.trim();
  if (key === undefined || isKey(key)) return key;
  throw new Unfit('must be 32 bytes in base64 (44 characters).');
};

function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text;
}
