import type { Settings } from './settings/settings.ts';

/** Keys of the first start, shown this once. */
export interface FirstKeys {
  readonly operator: string;
  readonly client: string;
}

export const FIRST_CLIENT = 'demo';

/** The output of a start: addresses, and what to do next. */
export function banner(
  settings: Settings,
  version: string,
  addresses: Addresses,
  firstKeys?: FirstKeys,
): string {
  const lines = [
    `Invoice delivery service ${version}, ${settings.environment}, store ${storeName(settings)}`,
    '',
    ...(addresses.api ? [`  API        ${addresses.api}`, `  Reference  ${addresses.api}/docs`] : []),
    ...(addresses.api && settings.console ? [`  Console    ${addresses.api}/console`] : []),
    `  Metrics    ${addresses.metrics}/metrics`,
    '',
    ...(firstKeys ? keysOfFirstStart(firstKeys) : HOW_TO_MINT),
    ...(settings.masterKey.from === 'nowhere' ? NO_MASTER_KEY : []),
  ];
  if (addresses.api) lines.push('', ...firstCall(addresses.api, firstKeys?.client ?? '<key>'));
  return lines.join('\n') + '\n';
}

/** Addresses of the listeners; no `api` in a worker. */
export interface Addresses {
  readonly api?: string;
  readonly metrics: string;
}

const keysOfFirstStart = (keys: FirstKeys): readonly string[] => [
  'First keys, shown this once:',
  '',
  `  operator   ${keys.operator}`,
  `  ${FIRST_CLIENT}       ${keys.client}   (client ${FIRST_CLIENT}; scopes submit, read, admin)`,
];

const HOW_TO_MINT = ['A new key:  npx ids keys mint --client acme --scopes submit,read,admin'];

const NO_MASTER_KEY = ['', 'MASTER_KEY is not set: invoices are answered with 503 no-master-key.'];

const firstCall = (address: string, key: string): readonly string[] => [
  'Send an invoice:',
  '',
  `  npx ids example plain | curl -sS --fail-with-body ${address}/invoices -H 'Authorization: Bearer ${key}' \\`,
  `    -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" -H 'Content-Type: application/json' --data-binary @-`,
];

// A MongoDB address may hold a password.
const storeName = ({ store }: Settings): string =>
  store.kind === 'sqlite' ? store.path : store.url.replace(/\/\/[^@/]*@/, '//');
