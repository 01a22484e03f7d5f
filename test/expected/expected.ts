import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { Json } from '../domain/sample.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** An invoice of a country, and its expected document. */
export interface Expected {
  readonly name: string;
  readonly title: string;
  readonly route: Route;
  readonly format: Format;
  readonly document: Json;
  /** Texts of elements: of FA(3) below `Fa`. The sums were computed by another program. */
  readonly expects: Readonly<Record<string, string>>;
  readonly xmlFile: string;
}

const COUNTRIES = ['pl-ksef', 'fr-pa'] as const;

export const EXPECTED: readonly Expected[] = COUNTRIES.flatMap((country) =>
  readdirSync(join(FOLDER, country))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(FOLDER, country, file), 'utf8');
      const read = JSON.parse(text) as Omit<Expected, 'name' | 'xmlFile'>;
      const name = file.replace('.json', '');
      return { ...read, name, xmlFile: join(FOLDER, country, `${name}.xml`) };
    }),
);
