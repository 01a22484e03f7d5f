import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { fieldAt } from '../invoice/canonical-places.ts';
import { statedField } from '../invoice/completions/stated-field.ts';
import type { CompleteInvoice, En16931Invoice } from '../invoice/en16931.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { DocumentForm } from './document-form.ts';
import { type CallerPlace, type DocumentPlace, findCallerPlace } from './caller-place.ts';
import { joinApart } from './join-apart.ts';
import { limitsOf } from './limits.ts';
import { Locator } from './locate.ts';
import { notWritten, withoutTerm } from './no-term.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { writeDocument } from './write-document.ts';

/** UBL or CII, by the table of its syntax. */
export class TableDocument implements PreparedDocument {
  private readonly model: En16931Invoice;

  constructor(
    private readonly stated: CanonicalInvoice,
    /** As the route wants it said. */
    private readonly completed: CanonicalInvoice,
    complete: CompleteInvoice,
    private readonly form: DocumentForm,
    private readonly hasExtension: boolean,
  ) {
    this.model = joinApart(complete);
  }

  get syntax(): Syntax {
    return this.form.syntax;
  }

  get specification(): string {
    return this.model.specification;
  }

  limits(): readonly Finding[] {
    const withoutPlace = limitsOf(this.form, this.model).map(({ of, indices, message }) =>
      schemaFinding(this.fieldStatedAs(fieldAt(of, indices, this.stated)) ?? '', message, { term: of }),
    );
    return [...withoutTerm(this.completed, this.hasExtension), ...withoutPlace];
  }

  notWritten(): readonly Finding[] {
    return notWritten(this.stated);
  }

  xml(): string {
    return writeDocument(this.form, this.model);
  }

  places(places: readonly DocumentPlace[]): readonly CallerPlace[] {
    const locator = new Locator(this.form, this.model);
    return places.map((place) => {
      const matchingPlace = findCallerPlace(place, locator, this.stated);
      const field = this.fieldStatedAs(matchingPlace.field);
      return field === undefined ? matchingPlace : { ...matchingPlace, field };
    });
  }

  private fieldStatedAs(field: string | undefined): string | undefined {
    return field === undefined ? undefined : statedField(field, this.stated);
  }
}
