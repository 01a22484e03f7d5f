import { COMMAND_GROUPS, type CommandRow } from './frame/frame.ts';

const [ERP, OPERATOR, RULES, MORE] = COMMAND_GROUPS;

/** The commands of `ids`, in the order of its help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'send',
    group: ERP,
    summary: 'send invoices, and wait for their end',
    load: async () => (await import('./send.ts')).send,
  },
  {
    name: 'check',
    group: ERP,
    summary: 'check files without a service',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'convert',
    group: ERP,
    summary: 'turn a file into another form, or into data',
    load: async () => (await import('./convert.ts')).convert,
  },
  {
    name: 'get',
    group: ERP,
    summary: 'read an invoice, or fetch its documents',
    load: async () => (await import('./get.ts')).get,
  },
  {
    name: 'search',
    group: ERP,
    summary: 'find what was sent, not taken and received',
    load: async () => (await import('./search.ts')).search,
  },
  {
    name: 'tail',
    group: ERP,
    summary: 'follow the events of all invoices',
    load: async () => (await import('./tail.ts')).tail,
  },
  {
    name: 'listen',
    group: ERP,
    summary: 'get what a webhook would get, here',
    load: async () => (await import('./listen.ts')).listen,
  },
  {
    name: 'trigger',
    group: ERP,
    summary: 'make a simulated network refuse, delay or lose an invoice',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'example',
    group: ERP,
    summary: 'print an example invoice with dates of today',
    load: async () => (await import('./example.ts')).example,
  },
  {
    name: 'certify',
    group: ERP,
    summary: 'try an ERP at a sandbox that misbehaves, and write a scorecard',
    load: async () => (await import('./certify.ts')).certify,
  },
  {
    name: 'explain',
    group: ERP,
    summary: 'what a code means and who corrects it',
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'lookup',
    group: ERP,
    summary: 'find a participant in Peppol',
    load: async () => (await import('./lookup.ts')).lookup,
  },
  {
    name: 'mcp',
    group: ERP,
    summary: 'serve the calls as tools to an assistant',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'login',
    group: ERP,
    summary: 'keep the address of a service and a key for it',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'why',
    group: OPERATOR,
    summary: 'the state of an invoice, what it waits for, and who acts',
    load: async () => (await import('./why.ts')).why,
  },
  {
    name: 'doctor',
    group: OPERATOR,
    summary: 'what is wrong, and what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'workers',
    group: OPERATOR,
    summary: 'the live processes and their lanes',
    load: async () => (await import('./workers.ts')).workers,
  },
  {
    name: 'radar',
    group: OPERATOR,
    summary: 'which stored invoices a coming rule pack would refuse',
    load: async () => (await import('./radar.ts')).radar,
  },
  {
    name: 'care',
    group: OPERATOR,
    summary: 'the invoices on which somebody has to act',
    load: async () => (await import('./care.ts')).care,
  },
  {
    name: 'shares',
    group: OPERATOR,
    summary: 'the links for readers without a key, and their end',
    load: async () => (await import('./shares.ts')).shares,
  },
  {
    name: 'keys',
    group: OPERATOR,
    summary: 'make keys of the API, rotate the keys of the service',
    load: async () => (await import('./keys.ts')).keys,
  },
  {
    name: 'ksef-certificate',
    group: OPERATOR,
    summary: 'make a key and request its certificate from KSeF',
    load: async () => (await import('./ksef-certificate.ts')).ksefCertificate,
  },
  {
    name: 'clients',
    group: OPERATOR,
    summary: 'list clients, delete one for good',
    load: async () => (await import('./clients.ts')).clients,
  },
  {
    name: 'backup',
    group: OPERATOR,
    summary: 'copy the SQLite store while the service runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    group: OPERATOR,
    summary: 'make the store from a backup, decide what is sent again',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'rotate-master',
    group: OPERATOR,
    summary: 'wrap all data keys under a new master key',
    load: async () => (await import('./rotate-master.ts')).rotateMaster,
  },
  {
    name: 'proof',
    group: OPERATOR,
    summary: 'verify the proof of an invoice',
    load: async () => (await import('./proof.ts')).proof,
  },
  {
    name: 'packs',
    group: RULES,
    summary: 'install, compare, try and remove rule packs',
    load: async () => (await import('./packs.ts')).packs,
  },
  {
    name: 'mappings',
    group: RULES,
    summary: 'try, compare and propose mappings of ERP exports',
    load: async () => (await import('./mappings.ts')).mappings,
  },
  {
    name: 'sandbox',
    group: MORE,
    summary: 'run the simulated networks alone',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  {
    name: 'completion',
    group: MORE,
    summary: 'words for the completion of a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    name: 'help',
    group: MORE,
    summary: 'help about a command or a topic',
    load: async () => (await import('./help.ts')).help,
  },
];
