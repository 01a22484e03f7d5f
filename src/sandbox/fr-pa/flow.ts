import type { InvoiceParts } from './invoice-parts.ts';

export const SYNTAXES = ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR'] as const;
export const PROCESSING_RULES = [
  'B2B',
  'B2BInt',
  'B2C',
  'B2G',
  'B2GInt',
  'OutOfScope',
  'B2GOutOfScope',
  'ArchiveOnly',
  'NotApplicable',
] as const;
export const PROFILES = ['Basic', 'CIUS', 'Extended-CTC-FR'] as const;

/** The sender's description of a flow. */
export interface FlowInfo {
  readonly flowSyntax: (typeof SYNTAXES)[number];
  readonly name: string;
  readonly trackingId?: string;
  readonly processingRule?: (typeof PROCESSING_RULES)[number];
  readonly flowProfile?: (typeof PROFILES)[number];
  readonly sha256?: string;
}

export interface Detail {
  readonly level: 'Error' | 'Warning';
  readonly item: string;
  readonly reasonCode: string;
  readonly reasonMessage: string;
}

/** A stored flow. Its state after `readyAt` is decided when it arrives. */
export interface Flow {
  readonly flowId: string;
  /** The tenant; null for everyone. */
  readonly tenant: string | null;
  readonly info: FlowInfo;
  readonly sha256: string;
  readonly flowType: string;
  readonly flowDirection: 'In' | 'Out';
  /** UTC milliseconds. A flow to the tenant does not exist before. */
  readonly submittedAt: number;
  /** After this time the acknowledgement is final. */
  readonly readyAt: number;
  readonly details: readonly Detail[];
  readonly about?: InvoiceParts;
}

export const ackOf = (flow: Flow, now: number): 'Pending' | 'Ok' | 'Error' => {
  if (now < flow.readyAt) return 'Pending';
  return flow.details.length > 0 ? 'Error' : 'Ok';
};

export const readUpdateTime = (flow: Flow, now: number): number =>
  now < flow.readyAt ? flow.submittedAt : flow.readyAt;

export const isThere = (flow: Flow, now: number): boolean => flow.submittedAt <= now;

/** As the standard writes it. */
export function flowToWire(flow: Flow, now: number): Readonly<Record<string, unknown>> {
  const status = ackOf(flow, now);
  const { name, flowSyntax, trackingId, processingRule, flowProfile } = flow.info;
  const isPending = status === 'Pending';
  return {
    flowId: flow.flowId,
    submittedAt: new Date(flow.submittedAt).toISOString(),
    updatedAt: new Date(readUpdateTime(flow, now)).toISOString(),
    name,
    flowSyntax,
    ...(trackingId !== undefined && { trackingId }),
    flowProfile: flowProfile ?? (isPending ? 'Undefined' : 'Basic'),
    processingRule: processingRule ?? (isPending ? 'Undefined' : 'B2B'),
    processingRuleSource: processingRule === undefined ? 'Computed' : 'Input',
    flowType: isPending ? 'Undefined' : flow.flowType,
    flowDirection: flow.flowDirection,
    acknowledgement: { status, ...(status === 'Error' && { details: flow.details }) },
  };
}
