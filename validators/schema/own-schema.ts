import { leavingOut } from '../vocabulary/finding.ts';
import type { Document } from '../engine/xml/document.ts';
import { locate } from '../engine/xml/location.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { inWords } from '../xsd/in-words.ts';
import { MAX_XSD_FINDINGS, XSD_CODES, type XsdRun, xsdFinding } from '../xsd/findings.ts';
import { AttributeCheck, type AttributeName } from './check/attribute-check.ts';
import type { Breach, Breaches } from './check/breach.ts';
import { type ChildName, DocumentRun } from './check/document-run.ts';
import { Identities } from './check/identities.ts';
import { type InstructionNames, Instructions } from './check/instructions.ts';
import { PathCache } from './check/path-cache.ts';
import { decodeModel, SchemaDamaged } from './compiled/decode.ts';
import type { SchemaModel } from './model.ts';
import { keyOf, XSI } from './names.ts';
import { CheckEscaped } from './unsupported.ts';

/** A schema on our own engine: it reads the document that the rules read. */
export class OwnSchema {
  private readonly children: (ChildName | undefined)[] = [];
  private readonly attributes: (AttributeName | undefined)[] = [];

  private constructor(
    private readonly model: SchemaModel,
    private readonly names: InstructionNames,
  ) {}

  /**
   * Links a compiled schema. It adds names to the vocabulary, so a document that was parsed before has to be parsed again.
   * @param compiled the text of `compileSchema`, from a file that was compared with its hash.
   * @param vocabulary of the thread.
   * @throws SchemaDamaged
   */
  static link(compiled: string, vocabulary: Vocabulary): OwnSchema {
    const names = { type: vocabulary.name(XSI, 'type'), nil: vocabulary.name(XSI, 'nil') };
    return new OwnSchema(decodeModel(parsed(compiled)), names);
  }

  check(document: Document): XsdRun {
    if (!document.isCurrent)
      return { kind: 'escape', reason: 'the document was parsed before the schema was loaded' };
    try {
      const breaches = this.breachesIn(document);
      return { kind: 'verdict', findings: breaches.count === 0 ? [] : findingsOf(document, breaches) };
    } catch (error) {
      // Whatever fails here is no verdict.
      return { kind: 'escape', reason: error instanceof CheckEscaped ? error.message : String(error) };
    }
  }

  private breachesIn(document: Document): Breaches {
    const identities = new Identities();
    const attributes = new AttributeCheck(
      document,
      this.model,
      new PathCache(this.attributes, document),
      identities,
    );
    const run = new DocumentRun(
      document,
      this.model,
      new PathCache(this.children, document),
      attributes,
      new Instructions(document, this.model, this.names),
      identities,
    );
    run.run();
    return run.breaches;
  }
}

function parsed(compiled: string): unknown {
  try {
    return JSON.parse(compiled);
  } catch {
    throw new SchemaDamaged('not JSON');
  }
}

function findingsOf(document: Document, { breaches, count }: Breaches) {
  const ordered = breaches.toSorted((a, b) => elementOf(document, a) - elementOf(document, b));
  const first = ordered.slice(0, MAX_XSD_FINDINGS).map(({ node, sentence }) => {
    const { xpath, line } = locate(document, node);
    return xsdFinding(XSD_CODES.violation, inWords(`${subjectOf(document, node)}: ${sentence}`), 'error', {
      location: { xpath, line },
    });
  });
  return leavingOut(first, count - first.length);
}

const elementOf = (document: Document, { node }: Breach): number =>
  node < 0 ? document.parentOf(node) : node;

function subjectOf(document: Document, node: number): string {
  if (node >= 0) return `Element '${keyOf(document.nameOf(node))}'`;
  return `Element '${keyOf(document.nameOf(document.parentOf(node)))}', attribute '${keyOf(document.nameOf(node))}'`;
}
