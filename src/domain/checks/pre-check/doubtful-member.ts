/** A member that looks wrong although every rule passes. */
export interface DoubtfulMember {
  readonly field: string;
  /** Its business term. */
  readonly term: string;
}
