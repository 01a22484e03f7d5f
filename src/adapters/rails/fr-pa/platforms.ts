/** The known needs of a platform, as members of the credential's value. `test`: those of its test system, if they differ. */
interface Preset {
  readonly usual: Readonly<Record<string, unknown>>;
  readonly test?: Readonly<Record<string, unknown>>;
}

const ESALINK = 'https://hubtimize.fr/api/orchestrator/v1';
const ESALINK_TEST = 'https://ppd.hubtimize.fr/api/orchestrator/v1';
const FLOWIE = 'https://back.p2p-flowie.com/exchange/afnor';
const FLOWIE_TEST = 'https://back.flowie.ink/exchange/afnor';

const esalinkAt = (url: string) => ({
  flow_url: url,
  directory_url: url,
  token_url: `${url}/oauth2/token`,
});
const flowieAt = (url: string) => ({
  flow_url: `${url}/flow-service/v1`,
  directory_url: `${url}/directory-service/v1`,
});

/**
 * Platforms by the name in a credential. None was called: the facts come from public code of their clients and from their own
 * descriptions.
 */
export const PLATFORMS: Readonly<Record<string, Preset>> = {
  // akretion/pyfrctc `PLATFORMS`; Dolibarr einvoicing `SuperPDPProvider`; Super PDP's description of May 2026. The key selects
  // the system.
  superpdp: {
    usual: {
      flow_url: 'https://api.superpdp.tech/afnor-flow/v1',
      directory_url: 'https://api.superpdp.tech/afnor-directory/v1',
      token_url: 'https://api.superpdp.tech/oauth2/token',
      api_version: '1.2',
      // It derives reports from invoices with the rules B2BInt and B2C.
      derives_reports: true,
    },
  },
  // Dolibarr einvoicing `EsalinkPDPProvider` (2026); scopen erpnext_einvoicing. Its key goes into `headers`: `hubtimize-api-key`.
  esalink: {
    usual: { ...esalinkAt(ESALINK), api_version: '1.2', download_accept: 'application/octet-stream' },
    test: esalinkAt(ESALINK_TEST),
  },
  // factpulse/sdk-* docs.
  factpulse: {
    usual: {
      flow_url: 'https://factpulse.fr/api/v1/afnor/flow/v1',
      directory_url: 'https://factpulse.fr/api/v1/afnor/directory/v1',
      token_url: 'https://www.factpulse.fr/api/token/',
      auth: 'password',
      token_member: 'access',
      api_version: '1.2',
    },
  },
  // back.flowie.ink/exchange/docs-public.
  flowie: {
    usual: { ...flowieAt(FLOWIE), auth: 'api_key' },
    test: flowieAt(FLOWIE_TEST),
  },
};
