import type { DocumentForm } from './document-form.ts';
import { documentForms } from './forms-of-table.ts';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';

/** The syntaxes that documents are written in, each by its table. */
export class Syntaxes {
  private readonly formsBySyntax: ReadonlyMap<string, readonly DocumentForm[]>;

  /** @throws Error naming a row that does not fit the model. */
  constructor(tables: readonly SyntaxTable[]) {
    this.formsBySyntax = new Map(tables.map((table) => [table.syntax, documentForms(table)]));
  }

  /** The forms of every kind of document. */
  get forms(): readonly DocumentForm[] {
    return [...this.formsBySyntax.values()].flat();
  }

  /** How an invoice of a type (BT-3) is written in a syntax. */
  formOf(syntax: string, typeCode: string): DocumentForm {
    const forms = this.formsBySyntax.get(syntax) ?? [];
    const form = forms.find(({ types }) => types?.includes(typeCode)) ?? forms.find(({ types }) => !types);
    if (!form) throw new Error(`there is no ${syntax} document of type ${typeCode}`);
    return form;
  }
}
