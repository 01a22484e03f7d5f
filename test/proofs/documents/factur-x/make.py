"""Hybrid PDFs that factur-x makes of CII files and a blank page: pairs of a file and the PDF to be."""

import logging
import sys
from io import BytesIO
from pathlib import Path

from facturx import generate_from_binary
from pypdf import PdfWriter

logging.disable(logging.CRITICAL)

writer = PdfWriter()
writer.add_blank_page(width=595, height=842)
page = BytesIO()
writer.write(page)

names = sys.argv[1:]
for file, pdf in zip(names[::2], names[1::2]):
    try:
        made = generate_from_binary(
            page.getvalue(), Path(file).read_bytes(), check_xsd=False, check_schematron=False
        )
    except Exception as error:  # an XML whose level it does not know
        print(file + "\t" + type(error).__name__ + " " + str(error)[:100].replace("\n", " "))
        continue
    Path(pdf).write_bytes(made)
