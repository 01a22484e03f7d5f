import { say } from 'en16931-rules/vocabulary/message.ts';
import { lackingCodes } from '../../checks/early-rules/lacking-codes.ts';
import { LACKING_CODES } from './written-codes.ts';

/** ANAF judges by its own, older lists: those of CIUS-RO 1.0.9. */
export const OLDER_CODES = lackingCodes(
  {
    source: 'CIUS-RO',
    title: say('routes-ro-efactura.code-is-newer-than-list-of-anaf'),
    fix: say('routes-ro-efactura.use-code-of-older-list-or-leave-it-out'),
  },
  LACKING_CODES,
  [
    { id: 'BR-CL-04', terms: ['BT-5'], list: 'iso-4217-currency' },
    { id: 'BR-CL-05', terms: ['BT-6'], list: 'iso-4217-currency' },
    { id: 'BR-CL-07', terms: ['BT-18-1', 'BT-128-1'], list: 'untdid-1153' },
    { id: 'BR-CL-10', terms: ['BT-29-1', 'BT-46-1', 'BT-60-1'], list: 'icd' },
    { id: 'BR-CL-11', terms: ['BT-30-1', 'BT-47-1', 'BT-61-1'], list: 'icd' },
    { id: 'BR-CL-13', terms: ['BT-158-1'], list: 'untdid-7143' },
    { id: 'BR-CL-16', terms: ['BT-81'], list: 'untdid-4461' },
    { id: 'BR-CL-20', terms: ['BT-105', 'BT-145'], list: 'untdid-7161' },
    { id: 'BR-CL-21', terms: ['BT-157-1'], list: 'icd' },
    { id: 'BR-CL-22', terms: ['BT-121'], list: 'vatex' },
    { id: 'BR-CL-25', terms: ['BT-34-1', 'BT-49-1'], list: 'eas' },
    { id: 'BR-CL-26', terms: ['BT-71-1'], list: 'icd' },
  ],
);
