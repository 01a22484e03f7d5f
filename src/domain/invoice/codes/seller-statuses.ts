/** What the seller has to state about itself (canonical `pl.seller_status`), and TStatusInfoPodatnika of FA(3). */
export const SELLER_STATUSES = {
  liquidation: '1',
  restructuring: '2',
  bankruptcy: '3',
  inherited_enterprise: '4',
} as const;

export type SellerStatus = keyof typeof SELLER_STATUSES;
