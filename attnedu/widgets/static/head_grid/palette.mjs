// The two scales as tables of pixels, for pictures with very many cells. 0 is a clear pixel: hidden.
import { scoreColour, weightColour } from "../parts/draw.mjs";

const STEPS = 256;

function pixels(count, colour) {
  const bytes = new Uint8ClampedArray(4 * count);
  for (let k = 0; k < count; k++) bytes.set([...colour(k).rgb, 255], 4 * k);
  return new Uint32Array(bytes.buffer);
}

const SCORES = pixels(2 * STEPS + 1, (k) => scoreColour(k - STEPS, STEPS));
const WEIGHTS = pixels(STEPS + 1, (k) => weightColour(k / STEPS));

/** Write the pixel of every score into `into`: diverging about 0, `span` from 0 to either end. */
export function scorePixels(scores, span, into) {
  for (let k = 0; k < scores.length; k++) {
    const s = scores[k];
    into[k] = s === -Infinity ? 0 : SCORES[Math.min(2 * STEPS, Math.max(0, Math.round(STEPS + (STEPS * s) / span)))];
  }
}

/** Write the pixel of every weight into `into`, from 0 to 1; clear where the score is hidden. */
export function weightPixels(weights, scores, into) {
  for (let k = 0; k < weights.length; k++) into[k] = scores[k] === -Infinity ? 0 : WEIGHTS[Math.round(STEPS * weights[k])];
}
