import type { XmlElement } from '../../vocabulary/xml-element.ts';

const RSM = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const UDT = 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100';
const NAMESPACES = { rsm: RSM, ram: RAM, udt: UDT } as const;

/** Elements of CII by their path, with names such as `ram:ID`. */
export function elementsAt(from: XmlElement, path: string): readonly XmlElement[] {
  return path.split('/').reduce<readonly XmlElement[]>(
    (parents, step) => {
      const [prefix, local] = step.split(':') as [keyof typeof NAMESPACES, string];
      const name = `{${NAMESPACES[prefix]}}${local}`;
      return parents.flatMap(({ elements }) => elements.filter((element) => element.name === name));
    },
    [from],
  );
}

export const textAt = (from: XmlElement, path: string): string | undefined =>
  elementsAt(from, path)[0]?.text.trim();

/** BT-24. */
export const specificationOf = (root: XmlElement): string | null =>
  textAt(root, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID') ?? null;
