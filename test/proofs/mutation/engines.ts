import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../support/closures/compile.ts';
import { compileForSaxon, type SaxonProgram } from 'en16931-rules/engine/saxon/compile.ts';
import { locatorIn } from 'en16931-rules/engine/saxon/locate.ts';
import { parseForSaxon, runSaxon } from 'en16931-rules/engine/saxon/run.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Rules } from 'en16931-rules/pool/rules.ts';
import type { Engine, Verdict } from '../verdicts/compare.ts';
import { SaxonHe } from './saxon-he.ts';

/** Longer than any mutant takes. */
const DEADLINE_MS = 60_000;

/** A rule entry to test, with a name to print. */
export interface TestedPack {
  readonly name: string;
  readonly schema: Schema;
}

/** A document, and the rules that judge it. */
export interface Judged {
  readonly pack: TestedPack;
  readonly xml: string;
}

/** The engines under test and the reference engine, all in this process except Saxon-HE. */
export class Engines {
  /** One vocabulary: packs are linked before documents are parsed. */
  private readonly vocabulary = new Vocabulary();
  private readonly compiled = new Map<TestedPack, Rules>();
  private readonly closures = new Map<TestedPack, Rules>();
  private readonly programs = new Map<TestedPack, SaxonProgram>();

  private constructor(private readonly saxonHe: SaxonHe | undefined) {}

  static async start(packs: readonly TestedPack[], judge: string): Promise<Engines> {
    const engines = new Engines(judge === 'saxon-he' ? SaxonHe.start() : undefined);
    const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
    for (const [i, pack] of packs.entries()) {
      const file = join(folder, `${i}.mjs`);
      writeFileSync(file, compileToSource(pack.schema));
      engines.compiled.set(pack, compiledRules(await import(pathToFileURL(file).href), engines.vocabulary));
      engines.closures.set(pack, compiledRules(compileToClosures(pack.schema), engines.vocabulary));
    }
    rmSync(folder, { recursive: true });
    return engines;
  }

  get judge(): string {
    return this.saxonHe ? 'Saxon-HE' : 'SaxonJS';
  }

  close(): void {
    this.saxonHe?.close();
  }

  /** Both back ends. @param read what of a run is compared. */
  underTest(read: (run: RuleRun) => Verdict): Readonly<Record<'compiled' | 'closures', Engine<Judged>>> {
    const runOf =
      (rules: ReadonlyMap<TestedPack, Rules>): Engine<Judged> =>
      async ({ pack, xml }) => {
        const found = rules.get(pack);
        if (!found) throw new RangeError(`${pack.name} is not under test`);
        return read(await found.run(this.file(xml), DEADLINE_MS));
      };
    return { compiled: runOf(this.compiled), closures: runOf(this.closures) };
  }

  /** Saxon-HE if it is available and accepts the pack, otherwise SaxonJS. */
  reference(read: (run: RuleRun) => Verdict): Engine<Judged> {
    return async ({ pack, xml }) => {
      const file = this.file(xml);
      const locate = locatorIn(file.document());
      const judged = await this.saxonHe?.run(pack.schema, xml, locate);
      return read(judged ?? runSaxon(await this.program(pack), await parseForSaxon(file.text()), locate));
    };
  }

  private file(xml: string): CheckedFile {
    return new CheckedFile(new TextEncoder().encode(xml), this.vocabulary);
  }

  private async program(pack: TestedPack): Promise<SaxonProgram> {
    const known = this.programs.get(pack) ?? (await compileForSaxon(pack.schema));
    this.programs.set(pack, known);
    return known;
  }
}
