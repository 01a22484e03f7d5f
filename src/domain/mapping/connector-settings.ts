import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { group, text } from '../invoice/members.ts';
import { SchemaReader } from '../invoice/read-member.ts';
import { CANONICAL_SCHEMA } from '../invoice/schema.ts';
import { currency } from '../invoice/schema-codes.ts';
import type { Member } from '../invoice/members.ts';
import { memberOf } from './export-values.ts';
import type { ConnectorSettings, Mapping } from './mapping.ts';

/** The stored settings of a connector: groups in canonical form, as they were sent. */
export interface KeptConnectorSettings extends ConnectorSettings {
  readonly mapping_version?: string;
}

const canonicalMember = (...names: readonly string[]): Member => {
  let member: Member = CANONICAL_SCHEMA;
  for (const name of names) {
    const next: Member | undefined = member.kind === 'group' ? member.members.get(name)?.member : undefined;
    if (!next) throw new Error(`the canonical invoice has no ${names.join('.')}`);
    member = next;
  }
  return member;
};

/** Members of a group that is filled step by step: required members are checked at their use. */
const partly = (member: Member): Member =>
  member.kind === 'group'
    ? {
        ...member,
        required: false,
        members: new Map(
          [...member.members].map(([name, inner]) => [name, { ...inner, member: partly(inner.member) }]),
        ),
      }
    : { ...member, required: false };

const SCHEMA: Member = {
  ...group(undefined, {
    currency: currency('BT-5'),
    mappingVersion: text(undefined, {
      pattern: { regexp: /^v[0-9]{1,6}$/, says: say('mapping.version-such-as-v1') },
    }),
  }),
};

/** The settings of one connector, member by member. */
const SETTINGS: Member = {
  ...(SCHEMA as Extract<Member, { kind: 'group' }>),
  members: new Map([
    ...(SCHEMA as Extract<Member, { kind: 'group' }>).members,
    ['seller', { property: 'seller', member: partly(canonicalMember('seller')) }],
    ['payment', { property: 'payment', member: partly(canonicalMember('payment')) }],
    ['notes', { property: 'notes', member: canonicalMember('invoice', 'notes') }],
  ]),
};

/**
 * Findings about settings as they were sent.
 * @param path `connectors.erp-a`.
 */
export function refusedSettings(settings: unknown, path: string): readonly Finding[] {
  const reader = new SchemaReader();
  reader.read(SETTINGS, settings, path);
  return reader.findings;
}

/** Settings that an invoice of production requires (decisions, "settings"). */
export function missingSettings(settings: ConnectorSettings, connector: string): readonly string[] {
  const path = `connectors.${connector}`;
  const has = (...names: readonly string[]): boolean => {
    const value = names.reduce<unknown>(memberOf, settings);
    return value !== undefined && value !== null && value !== '';
  };
  const needed: readonly (readonly string[])[] = [
    ['seller', 'name'],
    ['seller', 'address', 'street'],
    ['seller', 'address', 'city'],
    ['seller', 'address', 'postcode'],
    ['seller', 'address', 'country'],
    ['payment', 'means_code'],
  ];
  const missing = needed.filter((names) => !has(...names)).map((names) => [path, ...names].join('.'));
  if (!has('seller', 'vat_id') && !has('seller', 'tax_number')) missing.push(`${path}.seller.vat_id`);
  const means = memberOf(settings.payment, 'means_code');
  if (IBAN_MEANS.has(textOf(means)) && !has('payment', 'iban')) missing.push(`${path}.payment.iban`);
  return missing;
}

/** Credit transfer and SEPA credit transfer. */
const IBAN_MEANS: ReadonlySet<string> = new Set(['30', '58']);

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : String(value);

/** The sandbox fills groups without settings with the mapping's example, group by group. */
export const withExample = (settings: ConnectorSettings, { example }: Mapping): ConnectorSettings => ({
  ...example,
  ...settings,
});
