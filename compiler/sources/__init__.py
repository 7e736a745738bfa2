"""The source files of a family: modules, libraries and tables."""

from .conceptnet import assertion_rows
from .families import InstalledFamily, find_spec, installed_families
from .family_names import check_name
from .languages import read_language
from .library import MAX_THEORY, ROWS, STANDARD, Library, module_key
from .modules import Declared, Module, Program, read_program
from .starter import start
from .tables.files import read_table_file, typed_rows
from .tables.raw import MOST_SHOWN, RawTable

__all__ = [
    "MAX_THEORY",
    "MOST_SHOWN",
    "ROWS",
    "STANDARD",
    "Declared",
    "InstalledFamily",
    "Library",
    "Module",
    "Program",
    "RawTable",
    "assertion_rows",
    "check_name",
    "find_spec",
    "installed_families",
    "module_key",
    "read_language",
    "read_program",
    "read_table_file",
    "start",
    "typed_rows",
]
