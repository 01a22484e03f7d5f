import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Documents, type Size } from '../../../scripts/bench/documents.ts';
import { benchRules } from '../../../scripts/bench/rules-folder.ts';
import { PROJECT } from '../../../scripts/bench/service-process.ts';
import { findJudge } from '../../support/judges.ts';
import { measuredRun } from './measured-run.ts';
import type { Given, PeerProgram } from './peer-programs.ts';
import { xrechnungCases } from './recorded-cases.ts';

/** Processor time of all threads, and memory. */
export interface Speed {
  /** The start with one document. */
  readonly startMs: number;
  /** Of each further document; undefined if not each document got a verdict. */
  readonly perDocumentMs: number | undefined;
  readonly peakMb: number;
}

/** Verdicts on the recorded cases of XRechnung. */
export interface Agreement {
  readonly recorded: number;
  readonly equal: number;
  readonly invalidAccepted: number;
  readonly unanswered: number;
}

/** Asks programs that a user could take instead, on the same documents. */
export class PeerBench {
  private readonly folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  private readonly documents = new Documents();
  private readonly reference = resolve(PROJECT, process.env['REFERENCE_DATA'] ?? '../shared');

  private constructor(private readonly rules: string) {}

  static async open(): Promise<PeerBench> {
    return new PeerBench((await benchRules()).folder);
  }

  async speed(peer: PeerProgram, size: Size, count: number): Promise<Speed> {
    const files = this.filesOf(size).slice(0, count);
    const before = this.warmUpOf(peer);
    const one = await this.run(peer, files.slice(0, 1));
    const warm = before.length === 0 ? one : await this.run(peer, [...before, ...files.slice(0, 1)]);
    const all = await this.run(peer, [...before, ...files]);
    const found = verdictsOf(peer, all.output);
    const isAnswered = files.every((file) => found.has(file));
    return {
      startMs: one.cpuMs,
      perDocumentMs: isAnswered ? (all.cpuMs - warm.cpuMs) / (files.length - 1) : undefined,
      peakMb: all.peakMb,
    };
  }

  private warmUpOf({ warmUp = 0 }: PeerProgram): readonly string[] {
    const files = this.filesOf('21 KB');
    return Array.from({ length: warmUp }, (_, at) => files[at % files.length]!);
  }

  private filesOf(size: Size): readonly string[] {
    return this.documents.of(size).map(({ file }) => file);
  }

  async agreement(peer: PeerProgram): Promise<Agreement> {
    const recorded = xrechnungCases(this.reference);
    const { output } = await this.run(peer, [...recorded.keys()]);
    const found = verdictsOf(peer, output);
    const answered = [...recorded].filter(([file]) => found.has(file));
    const count = (is: (file: string, verdict: string) => boolean): number =>
      answered.filter(([file, verdict]) => is(file, verdict)).length;
    return {
      recorded: recorded.size,
      equal: count((file, verdict) => found.get(file) === verdict),
      invalidAccepted: count((file, verdict) => verdict === 'invalid' && found.get(file) === 'valid'),
      unanswered: recorded.size - answered.length,
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private run(peer: PeerProgram, files: readonly string[]): ReturnType<typeof measuredRun> {
    const judge = peer.judge === undefined ? undefined : findJudge(peer.judge);
    const list = join(this.folder, 'files.txt');
    writeFileSync(list, files.join('\n'));
    const official = join(this.reference, 'official');
    const given: Given = { files, list, folder: judge?.folder ?? '', rules: this.rules, official };
    const [program, ...args] = peer.command(given);
    return measuredRun(program, args);
  }
}

/** A peer that has ended with an error has given none. */
function verdictsOf(peer: PeerProgram, output: string): ReturnType<PeerProgram['verdicts']> {
  try {
    return peer.verdicts(output);
  } catch {
    return new Map();
  }
}
