/** Roles of third parties (canonical `pl.third_parties[].role`) and TRolaPodmiotu3 of FA(3); null: RolaInna with a description. */
export const THIRD_PARTY_ROLES = {
  recipient: '2',
  original_entity: '3',
  additional_buyer: '4',
  issuer: '5',
  payer: '6',
  local_government_issuer: '7',
  local_government_recipient: '8',
  vat_group_issuer: '9',
  vat_group_recipient: '10',
  employee: '11',
  other: null,
} as const;

export type ThirdPartyRole = keyof typeof THIRD_PARTY_ROLES;
