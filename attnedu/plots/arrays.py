"""What a plot accepts: two-dimensional real arrays, and one name per row and per column."""

import numpy as np


def as_matrix(array, name):
    """Return `array` as a float matrix, or say what is wrong with it.

    array:  (T_q, T_k), anything NumPy can read
    name:   how the argument is called in the message
    returns (T_q, T_k), floating; float16, float32 and float64 stay as they are
    raises  TypeError if the entries are not real numbers; ValueError for a wrong number of axes, an
            empty array or NaN

    >>> as_matrix([[1, 2]], "scores")
    array([[1., 2.]])
    """
    matrix = np.asarray(array)
    if matrix.dtype == bool or not (
        np.issubdtype(matrix.dtype, np.integer) or np.issubdtype(matrix.dtype, np.floating)
    ):
        raise TypeError(f"{name} must hold real numbers, but its dtype is {matrix.dtype}")
    if matrix.ndim != 2:
        remedy = f"choose one table, such as {name}[0]" if matrix.ndim > 2 else "give it a query axis"
        raise ValueError(f"{name} must be (T_q, T_k), but it is {matrix.shape}: {remedy}")
    if matrix.size == 0:
        raise ValueError(f"{name} is empty: its shape is {matrix.shape}, and there is nothing to draw")
    if not np.issubdtype(matrix.dtype, np.floating):
        matrix = matrix.astype(float)
    if np.isnan(matrix).any():
        row, column = np.argwhere(np.isnan(matrix))[0]
        raise ValueError(f"{name} holds NaN, first at row {row}, column {column}: mend the arithmetic before")
    return matrix


def axis_names(names, size, letter, name):
    """Return the labels of one axis; without any, the letter with its index.

    >>> axis_names(None, 2, "k", "keys")
    ['k0', 'k1']
    """
    if names is None:
        return [f"{letter}{i}" for i in range(size)]
    names = [str(label) for label in names]
    if len(names) != size:
        raise ValueError(f"{name} has {len(names)} names for an axis of size {size}: give one each")
    return names
