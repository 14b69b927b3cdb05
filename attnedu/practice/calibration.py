"""How well confidence matched success, over all predictions made before their outcome was seen."""

from . import progress
from .cards import Card

BANDS = (("a guess (0 to 39)", 0, 40), ("fairly sure (40 to 79)", 40, 80), ("sure (80 to 100)", 80, 101))


def calibration():
    """Summarise predictions by how sure you were; name those where you were sure and it came out otherwise.

    returns a Card; its data holds, per band, the number of predictions and the share that agreed
    """
    outcomes = {}
    for event in progress.events("outcome"):  # the first outcome of each name: later ones were no surprise
        if isinstance(event.get("agreed"), dict) and isinstance(event.get("confidence"), (int, float)):
            outcomes.setdefault(event["name"], event)
    if not outcomes:
        return Card("No predictions with an outcome yet.", ["Lessons bring them."], data={"predictions": 0})
    rows, data = [], {"predictions": len(outcomes)}
    for label, low, high in BANDS:
        group = [e for e in outcomes.values() if low <= e["confidence"] < high]
        right = sum(all(e["agreed"].values()) for e in group)
        share = f"{100 * right / len(group):.0f} %" if group else "none yet"
        sure = f"{sum(e['confidence'] for e in group) / len(group):.0f}" if group else "none yet"
        rows.append([label, len(group), sure, share])
        data[label] = {"predictions": len(group), "agreed": right}
    missed = [n for n, e in outcomes.items() if e["confidence"] >= 80 and not all(e["agreed"].values())]
    sentences = ["If you are well calibrated, the last two columns are close."]
    if missed:
        sentences.append(f"Sure, and the outcome differed: {', '.join(missed)}. Look at these again.")
    data["sure_and_different"] = missed
    columns = ["how sure", "predictions", "mean confidence", "agreed"]
    return Card("Confidence and outcome", sentences, columns, rows, data)
