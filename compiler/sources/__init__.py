"""The source files of a family: modules, libraries and tables."""

from .conceptnet import assertion_rows
from .families import InstalledFamily, find_spec, installed_families, is_installed
from .family_names import check_name
from .languages import read_language
from .library import MAX_THEORY, ROWS, STANDARD, Library, folder_of, library_of, module_key
from .modules import Declared, Module, Program, read_program
from .renaming import RenamingError, check_renamable, references, rename, use_at
from .spaces import Space, Use
from .starter import named_template, start, template
from .tables.files import read_table_file, typed_rows
from .tables.raw import MOST_SHOWN, RawTable
from .uses import find_unused, find_uses

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
    "RenamingError",
    "Space",
    "Use",
    "assertion_rows",
    "check_name",
    "check_renamable",
    "find_spec",
    "find_unused",
    "find_uses",
    "folder_of",
    "installed_families",
    "is_installed",
    "library_of",
    "module_key",
    "named_template",
    "read_language",
    "read_program",
    "read_table_file",
    "references",
    "rename",
    "start",
    "template",
    "typed_rows",
    "use_at",
]
