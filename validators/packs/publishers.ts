import type { Publisher, Rhythm } from '../layers/pack-age.ts';
import { type Carrier, REGISTRY_NAMES } from '../layers/registries.ts';
import { officialList } from './install/sources.ts';
import type { Members } from './members.ts';

/** Whose releases the packs are: `publishers` in `schematron/official-packs.json`. @throws WrongShape */
export const publishers = (): readonly Publisher[] => officialList().list('publishers').map(readPublisher);

const readPublisher = (row: Members): Publisher => ({
  name: row.text('name'),
  packs: row.textList('packs'),
  announcedAt: row.text('announced_at'),
  rhythm: readRhythm(row),
  released: row.has('released')
    ? row.members('released').each((days, version) => days.date(version) ?? days.text(version))
    : {},
  seen: row.has('newer_seen')
    ? { version: row.members('newer_seen').name('version'), where: row.members('newer_seen').text('where') }
    : null,
  carriers: row.has('carried_by') ? row.list('carried_by').map(readCarrier) : [],
});

const readCarrier = (row: Members): Carrier => ({
  registry: row.oneOf('registry', REGISTRY_NAMES),
  name: row.text('name'),
  known: row.name('known'),
});

function readRhythm(row: Members): Rhythm | null {
  if (row.has('months')) return { months: row.counts('months', MONTHS_OF_A_YEAR) };
  return row.has('every_months') ? { everyMonths: row.count('every_months', MAX_PAUSE_MONTHS) } : null;
}

const MONTHS_OF_A_YEAR = 12;
const MAX_PAUSE_MONTHS = 60;
