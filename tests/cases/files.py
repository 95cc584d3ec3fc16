"""All cases of a single file."""

from __future__ import annotations

from tests.cases.addresses import ADDRESSES
from tests.cases.answers import ANSWERS
from tests.cases.compression import COMPRESSION
from tests.cases.encodings import ENCODINGS
from tests.cases.structure import EXTENSIONS, FORMATS, STRUCTURE
from tests.cases.xml_faults import XML_FAULTS

FILES = (*ADDRESSES, *ANSWERS, *COMPRESSION, *ENCODINGS, *EXTENSIONS, *FORMATS, *STRUCTURE, *XML_FAULTS)
