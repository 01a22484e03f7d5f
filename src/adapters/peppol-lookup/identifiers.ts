export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';
export const DOCUMENT_SCHEME = 'busdox-docid-qns';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';
