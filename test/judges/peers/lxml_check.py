"""Prints `valid` or `invalid` for each file of a list, by the schema of its root: libxml2 alone."""

import sys
from pathlib import Path

from lxml import etree

listed, official = Path(sys.argv[1]), Path(sys.argv[2])
SCHEMAS = {
    "Invoice": "ubl-2.1/xsd/maindoc/UBL-Invoice-2.1.xsd",
    "CreditNote": "ubl-2.1/xsd/maindoc/UBL-CreditNote-2.1.xsd",
    "CrossIndustryInvoice": "cii-d16b/xsd/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd",
}
compiled = {}
for file in listed.read_text().splitlines():
    try:
        document = etree.parse(file)
        root = etree.QName(document.getroot()).localname
        if root not in compiled:
            compiled[root] = etree.XMLSchema(etree.parse(str(official / SCHEMAS[root])))
        verdict = "valid" if compiled[root].validate(document) else "invalid"
    except Exception:
        verdict = "failed"
    print(f"{verdict}\t{file}")
