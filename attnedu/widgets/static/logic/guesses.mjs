// What was typed into a box, and whether it agrees with an outcome: as attnedu.practice.answers and agree have it.

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
const PERCENT = /^(.*)(?:%|percent)$/is;
// What is no guess: nothing but space, quotes, brackets and separators. Space is what Python or JavaScript takes for it.
const HOLLOW = /^[\s\x1c-\x1f\x85"'“”‘’[\]();,]*$/;
const ABOUT = /^(?:[~≈≃]|about|around|roughly|nearly|almost|approx(?:imately|\.)?|circa|ca\.?)(.*)$/is;
const EDGES = /^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g;
// Brackets inside brackets; what stands deeper is left as text.
const DEEP = 9;
const strip = (text) => text.replace(EDGES, "");
const INFINITE = { "∞": "inf", "+∞": "inf", "-∞": "-inf" };
const QUOTES = { '"': '"', "'": "'", "“": "”", "‘": "’" };
const BRACKETS = { "[": "]", "(": ")" };
// "yes, they do", "no it can't", "yes (all)", but neither "yes and no" nor "no idea".
const ANSWER = /^(yes|no|true|false)(?:[,.;:!].*|[ –—(][-–—( ]*(?!(?:ideas?|clues?|and|or)\b)\w.*)?$/s;
const NEAR = 0.02;
const SHARE = 0.1;
export const RULE = "Numbers agree when they are within 10 % or 0.02 of the outcome; words when they are the same.";

function typedNumber(text) {
  const parts = text.split("/").map(strip);
  if (parts.length > 2 || !parts.every((part) => NUMBER.test(part))) return null;
  const [above, below = 1] = parts.map((part) => Number(part.replace(",", ".")));
  return Number.isFinite(above / below) ? above / below : null;
}

/** The number before a percent sign, typed alone; null for anything else. */
export function percent(guess) {
  const found = typeof guess === "string" && PERCENT.exec(strip(guess).replaceAll("−", "-"));
  return found ? typedNumber(found[1]) : null;
}

const plain = (text) => (percent(text) === null ? typedNumber(text) : strip(text));

// The number, or the percentage as typed, after a word or sign for "about"; any other guess as it is.
function exact(guess) {
  const found = typeof guess === "string" && ABOUT.exec(strip(guess).replaceAll("−", "-"));
  return found ? plain(found[1]) ?? guess : guess;
}

const amount = (text) => (exact(text) === text ? plain(text) : strip(text));

/** A number, a word, or a list; null if the box is empty. A comma may be a decimal point; 67 % stays, for it may mean 0.67. */
export function readGuess(typed) {
  return read(typed, DEEP);
}

function read(typed, deep) {
  const text = strip(typed).replaceAll("−", "-");
  if (HOLLOW.test(text)) return null;
  const whole = amount(text);
  if (whole !== null) return whole;
  const last = text.at(-1);
  if (text.length > 1 && QUOTES[text[0]] === last) return strip(text.slice(1, -1));
  const bracketed = deep > 0 && text.length > 1 && BRACKETS[text[0]] === last;
  const inside = bracketed ? text.slice(1, -1) : text;
  for (const separator of [";", ", ", ","]) {
    const parts = inside.split(separator).map(amount);
    if (inside.includes(separator) && !parts.includes(null)) return parts;
  }
  if (!bracketed) return Object.hasOwn(INFINITE, text) ? INFINITE[text] : text;
  return inside.split(inside.includes(";") ? ";" : ",").map((part) => read(part, deep - 1)).filter((part) => part !== null);
}

/** A value as a learner reads it: four significant digits. */
export function show(value) {
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(4))) : String(value);
}

const squeezed = (value) => show(value).trim().replace(/\s+/g, " ").toLowerCase();
const ended = (value) => squeezed(value).replace(/([^.! ])[.! ]+$/, "$1");
const word = (text) => text.replace(/^(?:the|an?) (?=.)/, "");

// True or false as a value or a word, with `begins` as the first word of a sentence.
function truth(value, begins = false) {
  if (typeof value === "boolean") return value;
  const found = (begins ? ANSWER : /^(yes|no|true|false)$/).exec(squeezed(value));
  return found && /yes|true/.test(found[1]);
}

function number(value) {
  if (typeof value !== "string") return typeof value === "number" ? value : null;
  const text = value.trim().toLowerCase();
  if (/^[+-]?(inf(inity)?|nan)$/.test(text)) return Number(text.replace(/inf.*/, "Infinity"));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) ? Number(text) : null;
}

// The letters of an answer such as "ac", "c, a" or "only b", in order; null for any other text.
function letters(text) {
  const found = text.replace(/\b(?:and|only)\b|[ ,;&+]/g, "");
  return /^[a-h]+$/.test(found) && new Set(found).size === found.length ? [...found].sort().join("") : null;
}

/** Whether a guess counts as agreeing with the outcome. */
export function agrees(guess, actual) {
  if (Array.isArray(guess) || Array.isArray(actual)) {
    return Array.isArray(guess) && Array.isArray(actual) && guess.length === actual.length
      && guess.every((part, i) => agrees(part, actual[i]));
  }
  if (typeof guess === "boolean" || truth(actual) !== null) return truth(guess, true) === truth(actual);
  const b = number(actual);
  if (b === null) {
    const both = [guess, actual].map(ended);
    // "A B" is two letters, no word after an article.
    const [one, other] = both.map(both.every(letters) ? letters : word);
    return one === other;
  }
  const [a, share] = [number(exact(guess)), percent(exact(guess))];
  return share !== null ? near(share, b) || near(share / 100, b) : a !== null && near(a, b);
}

function near(a, b) {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return Object.is(a, b);
  return Math.abs(a - b) <= Math.max(NEAR, SHARE * Math.abs(b)) + 1e-12;
}

function kind(value) {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "boolean") return "True or False";
  return number(value) === null && percent(value) === null ? "a word" : "a number";
}

/** A sentence about a guess that differs for a reason apart from its size, or "". */
export function remark(name, guess, actual) {
  const meant = exact(guess);
  if ((typeof actual === "boolean" && truth(guess, true) !== null) || (typeof guess === "boolean" && truth(actual) !== null)) return "";
  if (typeof actual === "string" && number(actual) !== null && kind(meant) === "a word") return "";
  if (kind(meant) !== kind(actual)) return `${name}: the outcome is ${kind(actual)}, but you wrote ${show(guess)}.`;
  const [a, b] = [percent(meant) ?? number(meant), number(actual)];
  if (!a || !b || !Number.isFinite(a) || !Number.isFinite(b)) return "";
  if (Math.abs(100 * a - b) <= SHARE * Math.abs(b)) return `${name}: did you mean ${show(100 * a)}, in percent?`;
  if (Math.abs(a / 100 - b) <= SHARE * Math.abs(b)) {
    return `${name}: did you mean ${show(a / 100)}? The outcome is a share of 1, not in percent.`;
  }
  return "";
}
