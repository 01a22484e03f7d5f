import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CODED_LAYERS, LAYER_SOURCES, type PackLayer } from '../layers/layer-selection.ts';
import { OVERLAY_CHANGES, type Overlay } from '../vocabulary/overlay.ts';
import { parseYaml } from './expand/in-file.ts';
import { textInside } from './inside.ts';
import { eachOf, Members, WrongShape } from './members.ts';
import { OVERLAYS_FILE, OWN_FOLDER } from './own-folders.ts';

const WHERE = `${OWN_FOLDER}/${OVERLAYS_FILE}`;
const MEMBERS = ['rule', 'layer', 'change', 'reason', 'author', 'from', 'until', 'clients'];

/** Far more than a company can justify. */
const MAX_OVERLAYS = 500;
const MAX_REASON_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 100;

/** A document that breaks its schema cannot be read by rules, so no schema is overlaid. */
const LAYERS = (Object.keys(LAYER_SOURCES) as PackLayer[]).filter(
  (layer) => layer !== 'xsd' && !CODED_LAYERS.has(layer),
);

/**
 * What a company changes in its publishers' rules; without the file nothing.
 * @throws WrongShape naming file and place.
 */
export function readOverlays(home: string): readonly Overlay[] {
  const file = lstatSync(join(home, OVERLAYS_FILE), { throwIfNoEntry: false });
  if (!file) return [];
  if (file.isSymbolicLink()) throw new WrongShape(WHERE, 'is a link: copy the file');
  return overlaysFrom(parseYaml(textInside(home, OVERLAYS_FILE), WHERE));
}

/** @throws WrongShape naming the place. */
export function overlaysFrom(rows: unknown): readonly Overlay[] {
  const overlays = eachOf(rows, WHERE, readOverlay);
  if (overlays.length > MAX_OVERLAYS) throw new WrongShape(WHERE, `has more than ${MAX_OVERLAYS} rows`);
  for (const [n, overlay] of overlays.entries()) {
    const other = overlays.slice(0, n).findIndex((earlier) => isAmbiguous(earlier, overlay));
    if (other >= 0)
      throw new WrongShape(`${WHERE}[${n}]`, `changes ${overlay.rule} for a client and a day for which row [${other}] changes it`); // prettier-ignore
  }
  return overlays;
}

function readOverlay(json: unknown, where: string): Overlay {
  const row = new Members(json, where).only(MEMBERS);
  const from = row.has('from') ? dayIn(row, 'from') : undefined;
  const until = dayIn(row, 'until');
  if (from !== undefined && until < from) row.wrong('until', `${until} lies before from ${from}`);
  const clients = row.has('clients') ? row.textList('clients') : undefined;
  const wrong = clients?.find((client) => !CLIENT_ID.test(client));
  if (wrong !== undefined) row.wrong('clients', `${JSON.stringify(wrong)} ${NO_CLIENT}`);
  return {
    rule: lineIn(row, 'rule', MAX_NAME_CHARACTERS),
    layer: row.oneOf('layer', LAYERS),
    change: row.oneOf('change', OVERLAY_CHANGES),
    reason: lineIn(row, 'reason', MAX_REASON_CHARACTERS),
    author: lineIn(row, 'author', MAX_NAME_CHARACTERS),
    ...(from !== undefined && { from }),
    until,
    ...(clients && { clients }),
  };
}

export const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const NO_CLIENT =
  'is no id of a client: 1 to 64 letters, digits, dots, underscores and hyphens, a letter or digit first';

/** It stands in reports, so it is one line of ordinary characters. */
function lineIn(row: Members, name: string, max: number): string {
  const text = row.text(name).trim();
  if (text === '' || text.length > max) row.wrong(name, `has to have 1 to ${max} characters`);
  // Control characters, and those that turn the direction of a text.
  if (/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text))
    row.wrong(name, 'is not one line of text');
  return text;
}

function dayIn(row: Members, name: string): string {
  const day = row.date(name) ?? row.wrong(name, 'is missing');
  const at = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return exists ? day : row.wrong(name, `${day} is no day`);
}

/** Both would apply to one document. */
const isAmbiguous = (one: Overlay, other: Overlay): boolean =>
  one.rule === other.rule &&
  one.layer === other.layer &&
  (one.from ?? '') <= other.until &&
  (other.from ?? '') <= one.until &&
  (!one.clients || !other.clients || one.clients.some((client) => other.clients?.includes(client)));
