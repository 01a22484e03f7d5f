import type { RouteStatuses } from '../profile.ts';

// XP Z12-012: codes, labels and UN status codes (`routes/fr-pa`, section 4). The reasons of each status: the code lists of the published
// rules on lifecycle messages, 1.4.0.03 (section 5). Reasons for deliveries to the state are left out.

const ORDER = ['CMD_ERR', 'REF_CT_ABSENT'];
const IDENTIFIERS = ['SIRET_ERR', 'CODE_ROUTAGE_ERR', 'REF_ERR'];
const DELIVERY = ['PU_ERR', 'REM_ERR', 'QTE_ERR', 'ART_ERR', 'MODPAI_ERR', 'QUALITE_ERR', 'LIVR_INCOMP'];
const CONTENT = ['TX_TVA_ERR', 'MONTANTTOTAL_ERR', 'CALCUL_ERR', 'NON_CONFORME', 'DOUBLON', 'DEST_ERR'];
const DEAL = ['TRANSAC_INC', 'EMMET_INC', 'CONTRAT_TERM', 'DOUBLE_FACT', 'ADR_ERR'];

export const FRENCH_STATUSES: RouteStatuses = {
  seller: [
    { status: 'completed', code: '209', reasons: null, needsReason: false, takesAmounts: false },
    { status: 'paid', code: '212', reasons: null, needsReason: false, takesAmounts: true },
  ],
  buyer: [
    { status: 'in_process', code: '204', reasons: null, needsReason: false, takesAmounts: false },
    { status: 'accepted', code: '205', reasons: null, needsReason: false, takesAmounts: false },
    {
      status: 'partially_accepted',
      code: '206',
      reasons: [...ORDER, ...IDENTIFIERS, ...DELIVERY, 'AUTRE'],
      needsReason: true,
      takesAmounts: false,
    },
    {
      status: 'disputed',
      code: '207',
      reasons: [
        ...CONTENT,
        'DEST_INC',
        ...DEAL,
        ...ORDER,
        ...IDENTIFIERS,
        ...DELIVERY,
        'COORD_BANC_ERR',
        'AUTRE',
      ],
      needsReason: true,
      takesAmounts: false,
    },
    {
      status: 'suspended',
      code: '208',
      reasons: [...ORDER, ...IDENTIFIERS, 'COORD_BANC_ERR', 'JUSTIF_ABS'],
      needsReason: true,
      takesAmounts: false,
    },
    {
      status: 'refused',
      code: '210',
      reasons: [...CONTENT, ...DEAL, ...ORDER],
      needsReason: true,
      takesAmounts: false,
    },
    { status: 'payment_sent', code: '211', reasons: null, needsReason: false, takesAmounts: false },
  ],
  // UNTDID 1001: the buyer issues these, so the parties swap their statuses.
  selfBilledTypes: ['261', '389', '471', '473', '500', '501', '502'],
  // "Other, explained in text" (`routes/fr-pa`, section 5).
  reasonWords: {},
  wishes: [],
  buyersDocument: null,
  reasonsWithNote: ['AUTRE'],
  wantsNote: ['refused'],
  note: 'with-reason',
  order: null,
};
