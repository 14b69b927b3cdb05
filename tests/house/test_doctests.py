"""Every example in a docstring of the package runs and gives what it shows."""

import contextlib
import doctest
import importlib
import inspect
import io
import pkgutil

import pytest

import attnedu
import attnedu.core

MODULES = ["attnedu", *(found.name for found in pkgutil.walk_packages(attnedu.__path__, "attnedu."))]
PUBLIC = [name for name in attnedu.core.__all__ if inspect.isfunction(getattr(attnedu.core, name))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_show(name):
    module = importlib.import_module(name)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert not failed, said.getvalue()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_function_of_core_shows_an_example(name):
    assert ">>> " in (inspect.getdoc(getattr(attnedu.core, name)) or "")
