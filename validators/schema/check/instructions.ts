import { splitQName } from '../../engine/xml/characters.ts';
import type { Document } from '../../engine/xml/document.ts';
import { stringValue } from '../../engine/xml/values.ts';
import { resolveQName } from '../in-scope.ts';
import type { ElementDeclaration, SchemaModel, Type } from '../model.ts';
import { keyOf } from '../names.ts';
import { normalise } from '../text/simple-type.ts';
import { isDerived } from './derivation.ts';
import { SENTENCES } from './sentences.ts';

/** Numbers of the names `xsi:type` and `xsi:nil` in the vocabulary. */
export interface InstructionNames {
  readonly type: number;
  readonly nil: number;
}

/** What an element says about itself (`xsi:type`, `xsi:nil`). */
interface Stated {
  /** Undefined: none applies, so the element is not assessed. */
  readonly type: Type | undefined;
  readonly isNilled: boolean;
  readonly faults: readonly string[];
}

export class Instructions {
  /** Nearly no document has any. */
  readonly areThere: boolean;

  constructor(
    private readonly document: Document,
    private readonly model: SchemaModel,
    private readonly names: InstructionNames,
  ) {
    this.areThere = this.stand(0, document.attributeCount);
  }

  hasAny(e: number): boolean {
    const { firstAttribute } = this.document;
    return this.areThere && this.stand(firstAttribute[e]!, firstAttribute[e + 1]!);
  }

  private stand(start: number, end: number): boolean {
    const { attributeName } = this.document;
    for (let a = start; a < end; a += 1)
      if (attributeName[a] === this.names.type || attributeName[a] === this.names.nil) return true;
    return false;
  }

  hasType(e: number): boolean {
    return this.document.attributeNamed(e, this.names.type) !== 0;
  }

  read(e: number, declaration: ElementDeclaration | undefined, declared: Type): Stated {
    const { isNilled, fault: nilFault } = this.nil(e, declaration);
    const { type, fault: typeFault } = this.type(e, declared);
    return { type, isNilled, faults: [nilFault, typeFault].filter((fault) => fault !== undefined) };
  }

  /** Part 1, 3.3.4, 3. Without a declaration the attribute says nothing, and is a boolean all the same (3.2.7). */
  private nil(e: number, declaration: ElementDeclaration | undefined): { isNilled: boolean; fault?: string } {
    const value = this.value(e, this.names.nil);
    if (value === undefined) return { isNilled: false };
    if (!['true', 'false', '1', '0'].includes(value)) return { isNilled: false, fault: SENTENCES.notBoolean };
    if (!declaration) return { isNilled: false };
    if (!declaration.nillable) return { isNilled: false, fault: SENTENCES.notNillable };
    const isNilled = value === 'true' || value === '1';
    return isNilled && declaration.fixed ? { isNilled, fault: SENTENCES.nilledFixed } : { isNilled };
  }

  /** Part 1, 3.3.4, 4. */
  private type(e: number, declared: Type): { type: Type | undefined; fault?: string } {
    const value = this.value(e, this.names.type);
    if (value === undefined) return { type: declared };
    const name = splitQName(value) && resolveQName(this.document, e, value);
    const type = name && this.model.types.get(keyOf(name));
    if (!type) return { type: undefined, fault: SENTENCES.noType };
    return isDerived(type, declared) ? { type } : { type: undefined, fault: SENTENCES.notDerived };
  }

  private value(e: number, name: number): string | undefined {
    const attribute = this.document.attributeNamed(e, name);
    return attribute === 0 ? undefined : normalise(stringValue(this.document, attribute), 'collapse');
  }
}
