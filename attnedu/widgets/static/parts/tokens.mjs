// Tokens as people read them. A token may be anything: empty, twice in a sentence, 200 letters, right to left.

const SPACES = /^\s+$/u;

// Letters as a reader counts them: an emoji or a letter with its accents is one.
const letters = globalThis.Intl?.Segmenter
  ? (text) => Array.from(new Intl.Segmenter().segment(text), (part) => part.segment)
  : (text) => Array.from(text);

/** At most `most` letters, the last of them … if something was cut. */
export function short(name, most) {
  if (name.length <= most) return name;
  const parts = letters(name);
  return parts.length > most ? `${parts.slice(0, most - 1).join("")}…` : name;
}

const LONG = 24; // letters; what is longer is cut

/** One name for each token, all different, none empty or very long: what labels, tables and screen readers call it. */
export function tokenNames(tokens) {
  const plain = tokens.map((token) => (token === "" ? "(empty)" : SPACES.test(token) ? "(space)" : short(token, LONG)));
  const seen = new Map();
  for (const name of plain) seen.set(name, (seen.get(name) ?? 0) + 1);
  const taken = new Set(plain);
  return plain.map((name, i) => {
    if (seen.get(name) === 1) return name;
    let unique = `${name} (${i + 1})`; // position in the sentence, counted from 1
    while (taken.has(unique)) unique += "′";
    taken.add(unique);
    return unique;
  });
}

// Letters and marks that turn the direction of what stands beside them.
const TURNS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

// px of a letter at 12 px, roughly: the letters of large scripts, emoji and the widest Latin ones need almost twice the others.
const WIDE = /[\u1100-\uffffmwMW@%]|[\u{1f000}-\u{1ffff}]/u;

/** About how wide a text is at 12 px. */
export function textWidth(name) {
  return letters(name).reduce((wide, letter) => wide + (WIDE.test(letter) ? 12 : 7.5), 0);
}

/** The text, cut with … so that it is at most about `room` px wide at 12 px. */
export function fitting(name, room) {
  if (textWidth(name) <= room) return name;
  let [kept, left] = ["", room - 9];
  for (const letter of letters(name.slice(0, 200))) {
    left -= textWidth(letter);
    if (left < 0) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** A token inside a sentence: quoted, and kept from turning the direction of the words around it. */
export function quoted(name, most = LONG) {
  const shown = short(name, most);
  return TURNS.test(name) ? `“\u2068${shown}\u2069”` : `“${shown}”`;
}
