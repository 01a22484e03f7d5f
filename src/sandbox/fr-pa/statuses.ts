/** A lifecycle status. */
export interface Status {
  /** MDT-105 */
  readonly code: string;
  /** MDT-106 */
  readonly label: string;
  /** MDT-88, UN/EDIFACT 4405; empty: the sources do not state it. */
  readonly un: string;
  /** Who sets it: a platform (document type 305), or a party (23). */
  readonly by: 'platform' | 'buyer' | 'seller';
  /** The default reason, if the status needs one: MDT-113, MDT-114. */
  readonly reason?: readonly [code: string, label: string];
  /** MDT-121, MDT-122. */
  readonly action?: readonly [code: string, label: string];
  /** Carries the collected amount (MEN). */
  readonly collects?: true;
}

const status = (
  code: string,
  label: string,
  un: string,
  by: Status['by'],
  more: Pick<Status, 'reason' | 'action' | 'collects'> = {},
): Status => ({ code, label, un, by, ...more });

const VAT_RATE = ['TX_TVA_ERR', 'Taux de TVA erroné'] as const;

/** XP Z12-012, the statuses of invoices. */
export const STATUSES: readonly Status[] = [
  status('200', 'Déposée', '10', 'platform'),
  status('201', 'Emise', '51', 'platform'),
  status('202', 'Reçue', '43', 'platform'),
  status('203', 'Mise_à_disposition', '48', 'platform'),
  status('204', 'Prise_en_charge', '45', 'buyer'),
  status('205', 'Approuvée', '1', 'buyer'),
  status('206', 'Approuvée_partiellement', '49', 'buyer', { reason: ['QTE_ERR', 'Quantité erronée'] }),
  status('207', 'En_litige', '46', 'buyer', {
    reason: VAT_RATE,
    action: ['NIN', 'Créer une Facture Rectificative'],
  }),
  status('208', 'Suspendue', '39', 'buyer', { reason: ['JUSTIF_ABS', 'Justificatif absent'] }),
  status('209', 'Complétée', '37', 'seller'),
  status('210', 'Refusée', '50', 'buyer', { reason: VAT_RATE }),
  status('211', 'Paiement_transmis', '47', 'buyer'),
  status('212', 'Encaissée', '47', 'seller', { collects: true }),
  status('213', 'Rejetée', '8', 'platform', { reason: ['REJ_SEMAN', 'Rejet sémantique'] }),
  status('214', 'Visée', '', 'buyer'),
  status('220', 'Annulée', '', 'seller'),
  status('224', 'Demande_de_paiement_direct', '', 'seller'),
  status('225', 'Affacturée', '', 'seller'),
  status('226', 'Affacturée_confidentiel', '', 'seller'),
  status('227', 'Changement_de_compte_à_payer', '', 'seller'),
  status('228', 'Non_affacturée', '', 'seller'),
  status('221', 'Erreur_de_routage', '8', 'platform', { reason: ['ROUTAGE_ERR', 'Erreur de routage'] }),
];

/** The administration's verdicts on reports; the labels are not in the sources at hand. */
export const VERDICTS = {
  taken: status('300', 'Rapport_pris_en_compte', '', 'platform'),
  refused: status('301', 'Rapport_rejeté', '', 'platform', { reason: ['REJ_SEMAN', 'Rejet sémantique'] }),
} as const;

export const statusOf = (code: string): Status | undefined => STATUSES.find((each) => each.code === code);
