import assert from 'node:assert/strict';
import type { BuiltDocument } from '../../../../src/domain/documents/built-document.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { type Edit, type Json, untouched } from '../../sample.ts';

/** The FA(3) document of a canonical invoice. */
export async function documentOf(document: Json): Promise<BuiltDocument> {
  const built = await DOCUMENTS.build(parsed(document), 'PL-KSEF', 'fa3');
  assert.ok(built.ok, JSON.stringify(built));
  return built.document;
}

/** The FA(3) document of a changed sample. */
export const fa3 = async (edit: Edit = untouched): Promise<Fa3> =>
  new Fa3(textOf(await documentOf(edit(polishInvoice()))));

/** An FA(3) document, read by the names of its elements. */
export class Fa3 {
  private readonly root: XmlElement;

  constructor(text: string) {
    this.root = xmlRoot(text);
  }

  /** The text at a path below the root, such as `Fa/P_15`; several texts are joined. */
  said(path: string): string | undefined {
    const texts = this.at(path).map(({ text }) => text);
    return texts.length === 0 ? undefined : texts.join(' | ');
  }

  /** The names and texts in an element: `P_13_1 20.00`. */
  within(path: string): string[] {
    return this.at(path).flatMap(({ elements }) =>
      elements.map(({ name, text }) => `${localName(name)} ${text.trim()}`.trim()),
    );
  }

  private at(path: string): readonly XmlElement[] {
    let at: readonly XmlElement[] = [this.root];
    for (const step of path.split('/'))
      at = at.flatMap(({ elements }) => elements.filter(({ name }) => localName(name) === step));
    return at;
  }
}

const localName = (name: string): string => name.slice(name.indexOf('}') + 1);
