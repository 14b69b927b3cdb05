"""The safe runner: what a learner's function returned, raised, printed and changed arrives in the kernel."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

from attnedu.practice.sandbox import Unknown, run
from tests.practice.sandbox_help import A, posix, value

pytestmark = posix


def test_every_call_is_answered_in_order():
    outcome = run(lambda a, b: a + b, [(1, 2), (A, 1), (None, 1)])
    assert outcome.calls[0].value == 3
    np.testing.assert_array_equal(outcome.calls[1].value, [[1, 2, 3], [4, 5, 6]])
    assert outcome.calls[2].error.type_name == "TypeError"
    assert (outcome.problem, outcome.message, outcome.guard) == (None, "", "child process")


@pytest.mark.parametrize(
    ("make", "expected", "kinds"),
    [
        (lambda: [[1, 2], [3, 4]], np.array([[1, 2], [3, 4]]), ["list"]),
        (lambda: [1, 2.5], np.array([1, 2.5]), ["list"]),
        (lambda: [np.ones(2), np.zeros(2)], np.array([[1.0, 1], [0, 0]]), ["list"]),
        (lambda: np.float32(2), np.float32(2), ["float32"]),
        (lambda: np.array(2), np.array(2), ["ndarray"]),
        (lambda: np.matrix("1 2; 3 4"), np.array([[1, 2], [3, 4]]), ["matrix"]),
        (lambda: np.ma.array([1.0, 2.0], mask=[0, 1]), np.array([1.0, np.nan]), ["MaskedArray"]),
        (lambda: np.zeros((0, 3), "f4"), np.zeros((0, 3), "f4"), ["ndarray"]),
        (lambda: np.ones((2, 3), ">f8", order="F")[::-1], np.ones((2, 3)), ["ndarray"]),
        (lambda: np.float16([1, np.inf, np.nan]), np.float16([1, np.inf, np.nan]), ["ndarray"]),
        (lambda: np.arange(6).reshape(2, 3)[:, ::2], np.array([[0, 2], [3, 5]]), ["ndarray"]),
    ],
)
def test_what_is_an_array_arrives_as_a_plain_array(make, expected, kinds):
    call = run(make, [()]).calls[0]
    assert type(call.value) is np.ndarray
    assert call.value.dtype == expected.dtype
    np.testing.assert_array_equal(call.value, expected)
    assert call.kinds == kinds
    assert call.value.flags.writeable


@pytest.mark.parametrize("scalar", [None, True, 3, -(2**200), 2.5, 1j, "text", "é\ud800", float("inf")])
def test_scalars_and_text_arrive_with_their_type(scalar):
    arrived = value(lambda: scalar)
    assert arrived == scalar
    assert type(arrived) is type(scalar)


def test_a_tuple_stays_a_tuple_and_its_kinds_are_told():
    call = run(lambda: (np.ones((2, 3)), [1, 2], 0.5, None), [()]).calls[0]
    assert [type(item) for item in call.value] == [np.ndarray, np.ndarray, float, type(None)]
    assert call.kinds == ["ndarray", "list", "float", "NoneType"]
    assert call.container == "tuple"


def test_a_list_of_arrays_of_different_shapes_stays_a_sequence():
    call = run(lambda: [np.ones((2, 3)), np.ones(2)], [()]).calls[0]
    assert [item.shape for item in call.value] == [(2, 3), (2,)]
    assert (call.container, call.kinds) == ("list", ["ndarray", "ndarray"])


def test_a_dict_arrives_with_plain_values():
    arrived = value(lambda: {"max": np.float32(1), 2: [1, 2]})
    assert arrived["max"] == 1
    assert arrived["2"].tolist() == [1, 2]


def test_torch_tensors_arrive_as_arrays_also_in_bfloat16_and_with_gradients():
    pytest.importorskip("torch")

    def tensors():
        import torch

        x = torch.ones(2, 3, requires_grad=True)
        return x, (2 * x).to(torch.bfloat16), [torch.tensor(1.0), torch.tensor(2)], torch.softmax(x, -1)

    call = run(tensors, [()]).calls[0]
    assert call.error is None
    assert call.kinds == ["Tensor", "Tensor", "list", "Tensor"]
    assert [item.dtype for item in call.value] == [np.float32, np.float32, np.float64, np.float32]
    np.testing.assert_array_equal(call.value[1], np.full((2, 3), 2.0))


def test_objects_that_are_no_data_arrive_as_unknown():
    class Thing:
        def __repr__(self):
            return "a thing"

    outcome = run(lambda i: [Thing(), np.array([Thing()]), {1}, print, 10**5000][i], [(i,) for i in range(5)])
    names = [call.value.type_name for call in outcome.calls]
    assert names == ["Thing", "ndarray", "set", "builtin_function_or_method", "int"]
    assert outcome.calls[0].value == Unknown("Thing", "a thing")


def test_a_coroutine_is_closed_and_named_and_so_is_a_generator():
    async def attention(x):
        return x

    def rows(x):
        yield from x

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = run(attention, [(A,)]), run(rows, [(A,)])
    assert first.calls[0].kinds == ["coroutine"]
    assert first.calls[0].warnings == []
    assert second.calls[0].value.type_name == "generator"
    assert "never awaited" not in first.printed


def test_an_error_names_the_line_of_the_learner_not_of_numpy():
    def wrong(x):
        y = x + 1
        return np.matmul(y, np.ones((7, 7)))  # the line to name

    error = run(wrong, [(A,)]).calls[0].error
    assert error.type_name == "ValueError"
    assert error.line == "return np.matmul(y, np.ones((7, 7)))  # the line to name"

    def inside_numpy(x):
        return np.linalg.inv(x)  # raises deep in numpy

    assert run(inside_numpy, [(A,)]).calls[0].error.line.endswith("# raises deep in numpy")


def test_a_stub_raises_not_implemented():
    def stub(x):
        raise NotImplementedError("your code here")

    error = run(stub, [(A,)]).calls[0].error
    assert (error.type_name, error.message) == ("NotImplementedError", "your code here")


def test_changed_arguments_are_named_and_the_originals_are_safe():
    def spoil(q, pair, state, fine, rng):
        q += 1
        pair[1][0] = 9
        state["n"] = 2
        rng.random()
        return fine

    pair = (1, np.zeros(2))
    rng = np.random.default_rng(0)
    q = A.copy()
    outcome = run(spoil, [(q, pair, {"n": 1}, A, rng), (q, pair, {"n": 1}, A, rng)])
    assert [call.mutated for call in outcome.calls] == [[0, 1, 2], [0, 1, 2]]
    np.testing.assert_array_equal(q, A)
    assert rng.random() == np.random.default_rng(0).random()


def test_calls_do_not_see_what_another_call_did_to_a_shared_array():
    def spoil(x):
        x += 1
        return x

    shared = np.zeros(2)
    assert [call.value.tolist() for call in run(spoil, [(shared,)] * 3).calls] == [[1, 1]] * 3


def test_prints_are_captured_also_from_below_python():
    def talk():
        print("one")
        os.write(1, b"two\n")
        subprocess.run(["echo", "three"], check=True)
        print("four", file=sys.stderr)

    assert run(talk, [()]).printed.split() == ["one", "two", "three", "four"]


def test_warnings_are_kept_and_never_raised():
    outcome = run(lambda: np.log(np.zeros(2)), [()])
    assert outcome.calls[0].error is None
    assert outcome.calls[0].warnings == ["RuntimeWarning: divide by zero encountered in log"]


def test_input_finds_nothing_to_read():
    assert run(lambda: input(), [()]).calls[0].error.type_name == "EOFError"
