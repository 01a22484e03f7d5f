/** A cell without a value. */
export const NOTHING = <span class="quiet">–</span>;
