export const ROUTE = 'PL-KSEF';
