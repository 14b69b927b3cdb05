"""Ways that are right for a matrix and wrong with batch or head axes in front."""

from ..engine.model import Form


def only_two_axes(*arrays):
    """A form for the first stage: it raises unless every named argument has two axes, as unpacking `T, d = q.shape` does."""

    def run(s):
        for name in arrays:
            rows, columns = getattr(s, name).shape  # raises for three axes or more
        return True

    return Form("M41", run, f"T, d = {arrays[0]}.shape", "there are two axes only")
