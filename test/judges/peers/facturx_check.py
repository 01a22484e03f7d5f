"""Prints `valid` or `invalid` for each file of a list: factur-x checks CII of its own profiles by their schema and Schematron."""

import logging
import sys
from pathlib import Path

import facturx

logging.disable(logging.CRITICAL)
for file in Path(sys.argv[1]).read_text().splitlines():
    try:
        xml = Path(file).read_bytes()
        facturx.xml_check_xsd(xml, flavor="autodetect")
        if hasattr(facturx, "xml_check_schematron"):
            facturx.xml_check_schematron(xml, flavor="autodetect")
        verdict = "valid"
    except Exception as refused:
        # It refuses UBL and unknown profiles with a message about the flavour or the level.
        verdict = "failed" if "flavor" in str(refused) or "level" in str(refused) else "invalid"
    print(f"{verdict}\t{file}")
