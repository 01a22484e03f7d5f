import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, firstFindings } from '../vocabulary/finding.ts';
import { MAX_XSD_FINDINGS, XSD_CODES, type XsdRun, lineOnly, xsdFinding } from './findings.ts';
import { JavaMissing, type JavaRun, compileHelper, helperFolder, runHelper } from './java-helper.ts';

/**
 * A schema on Java's own validator (Xerces): a second opinion, for UBL and CII. It has no catalog and counts every repetition of a content
 * model, so it is not used for FA(3).
 */
export class JavaSchema {
  private readonly helper: string;

  /**
   * @param path of the schema on disk, which Java reads again for each document.
   * @param verify that the files there are still those of their pack; the check passes on its errors.
   * @throws JavaMissing
   */
  constructor(
    private readonly path: string,
    private readonly verify: () => Promise<unknown>,
  ) {
    this.helper = helperFolder();
  }

  /** @param bytes of a document that our own parser has accepted: Java would follow a DTD. */
  async check(bytes: Uint8Array): Promise<XsdRun> {
    await this.verify();
    return verdictOf(await runHelper(this.helper, this.path, bytes));
  }

  dispose(): void {
    // Nothing to free.
  }
}

/** Only an explicit result is a verdict: a Java that was killed, or never started, has none. */
function verdictOf({ code, printed, complaints, reason }: JavaRun): XsdRun {
  const [, result] = /^result=(\w+)$/m.exec(printed) ?? [];
  if (code === 0 && result === 'OK') return { kind: 'verdict', findings: [] };
  if (code !== 1 || result !== 'WITH_ERRORS')
    return { kind: 'escape', reason: reason ?? complaints.split('\n')[0] ?? 'Java gave no verdict' };
  const messages = complaints
    .split(/^(?=\[(?:error|fatal|warning)\] )/m)
    .filter((text) => text.startsWith('['));
  const findings = firstFindings(messages.map(findingOf), MAX_XSD_FINDINGS);
  // A error without a message is a error, too.
  return { kind: 'verdict', findings: findings.length > 0 ? findings : [findingOf('refused')] };
}

/** `[error] text (line:column)` */
function findingOf(message: string): Finding {
  const [, text = message, line] =
    /^(?:\[\w+\] )?([^]*?)(?: \((-?\d+):-?\d+\))?$/.exec(message.trimEnd()) ?? [];
  return xsdFinding(XSD_CODES.violation, text, 'error', lineOnly(Number(line ?? 0)));
}

const SAMPLE =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:date"/></xs:schema>';

/**
 * Tries Java, and compiles the helper if it does not run as it is.
 * @throws JavaMissing naming the missing part.
 */
export async function tryJava(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'));
  try {
    const path = join(folder, 'sample.xsd');
    await writeFile(path, SAMPLE);
    const schema = new JavaSchema(path, () => Promise.resolve());
    if ((await failing(schema)) === undefined) return;
    await compileHelper(helperFolder());
    const reason = await failing(schema);
    if (reason !== undefined) throw new JavaMissing(reason);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what is wrong with its verdicts on a valid and an invalid document; undefined if both are right. */
async function failing(schema: JavaSchema): Promise<string | undefined> {
  for (const [text, isValid] of [
    ['<a>2026-10-01</a>', true],
    ['<a>tomorrow</a>', false],
  ] as const) {
    const run = await schema.check(new TextEncoder().encode(text));
    if (run.kind === 'escape') return run.reason;
    if ((run.findings.length === 0) !== isValid) return 'Java does not judge as it should';
  }
  return undefined;
}
