"""What factur-x reads in files: a line of JSON each, by term."""

import logging
import sys
from pathlib import Path

from facturx import data_dict_to_json, get_xml_from_pdf, parse_ubl_cii_xml

logging.disable(logging.CRITICAL)

for file in sys.argv[1:]:
    xml = Path(file).read_bytes()
    if xml.startswith(b"%PDF"):
        _, xml = get_xml_from_pdf(xml, check_xsd=False)
    terms = parse_ubl_cii_xml(
        xml, date_as="string", bytes_as="string", check_xsd=False
    )
    print(file + "\t" + " ".join(data_dict_to_json(terms).split("\n")))
