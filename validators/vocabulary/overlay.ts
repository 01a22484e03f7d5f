/** What a company makes of a publisher's rule, for a time. */
export const OVERLAY_CHANGES = ['off', 'warning', 'error'] as const;
type OverlayChange = (typeof OVERLAY_CHANGES)[number];

/** A rule that is off is still looked at: what it finds is listed, and refuses nothing. */
export const SEVERITY_OF_CHANGE = {
  off: 'information',
  warning: 'warning',
  error: 'error',
} as const satisfies Record<OverlayChange, string>;

/** Why a finding has another severity than its publisher gives it. */
export interface Overlaid {
  readonly change: OverlayChange;
  readonly reason: string;
  /** Who answers for it. */
  readonly author: string;
  /** The last day of issue, `YYYY-MM-DD`. */
  readonly until: string;
}

/** An overlay as a report names it beside its layer. */
export interface NamedOverlay extends Overlaid {
  /** The id of the rule. */
  readonly rule: string;
}

/** A row of `own/overlays.yaml`. */
export interface Overlay extends NamedOverlay {
  readonly layer: string;
  /** The first day of issue; any day before `until` if left out. */
  readonly from?: string;
  /** Whose documents; those of every client if left out. */
  readonly clients?: readonly string[];
}

export const isForClient = ({ clients }: Pick<Overlay, 'clients'>, client: string | undefined): boolean =>
  clients === undefined || (client !== undefined && clients.includes(client));

export const isOnDay = ({ from = '', until }: Pick<Overlay, 'from' | 'until'>, day: string): boolean =>
  from <= day && day <= until;

export const overlaidBy = ({ change, reason, author, until }: Overlaid): Overlaid => ({
  change,
  reason,
  author,
  until,
});

/** The overlays that changed something among findings, each rule once. */
export function overlaysAmong(
  findings: readonly { readonly code: string; readonly overlay?: Overlaid | undefined }[],
): readonly NamedOverlay[] {
  const named = findings.flatMap(({ code, overlay }) =>
    overlay ? [[code, { rule: code, ...overlaidBy(overlay) }] as const] : [],
  );
  return [...new Map(named).values()];
}
