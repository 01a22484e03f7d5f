import { type PackDescription, readDescription } from '../../scripts/packs/description.ts';
import { bringPack } from '../../scripts/packs/bring.ts';
import { type Engine } from '../../validators/packs/manifest.ts';
import type { PackLayer } from '../../src/domain/checks/layer-selection.ts';

/** A schema and rules small enough to be read at once; a document of theirs goes by as `ubl-invoice`. */
export const SMALL_NAMESPACE = 'urn:small';

export const SMALL_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:small" elementFormDefault="qualified">
  <xs:element name="Invoice"><xs:complexType><xs:sequence>
    <xs:element name="Total" type="xs:string"/>
    <xs:element name="Note" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** Rules of one pattern, as the inside of a Schematron. */
export const smallRules = (inside: string): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="s" uri="urn:small"/>
  <pattern>${inside}</pattern>
</schema>`;

export const TOTAL_RULES = smallRules(
  `<rule context="s:Total">
    <assert id="S-1" flag="fatal" test="xs:decimal(.) >= 0">The total is <value-of select="."/>.</assert>
    <assert id="S-2" flag="warning" test="xs:decimal(.) != 0">Nothing to pay.</assert>
  </rule>`,
);

export const document = (total: string, more = ''): Uint8Array =>
  new TextEncoder().encode(`<Invoice xmlns="urn:small"><Total>${total}</Total>${more}</Invoice>`);

export interface SmallPack {
  readonly layer: PackLayer;
  /** An XSD for the layer `xsd`, otherwise a Schematron. */
  readonly text: string;
  readonly version?: string;
  readonly severityOverrides?: PackDescription['severityOverrides'];
}

/** Compiles the packs into `rulesDir`. */
export async function bringSmallPacks(
  rulesDir: string,
  packs: readonly SmallPack[],
  engines: readonly Engine[] = ['compiled'],
): Promise<void> {
  for (const { layer, text, version = '1', severityOverrides = [] } of packs) {
    const path = layer === 'xsd' ? 'small.xsd' : 'small.sch';
    const pack = readDescription(
      {
        id: `small-${layer}`,
        version,
        title: 'small',
        source: 'here',
        licence: 'none',
        layer,
        applies_to: [{ syntax: 'ubl-invoice', customization: '*' }],
        files: [{ path, role: layer === 'xsd' ? 'xsd' : 'schematron', entry: true, syntax: ['ubl-invoice'] }],
      },
      'built-in',
    );
    const files = new Map([[path, new TextEncoder().encode(text)]]);
    await bringPack(
      rulesDir,
      { pack: { ...pack, severityOverrides }, files: () => files },
      { engines, report: () => {} },
    );
  }
}
