// Online player: one row of scores, read block by block. What is kept is (max, sum, acc); the weights are never formed.
import { largestDifference, sum } from "./arithmetic/softmax.mjs";
import { endings, goals, moved, namedOrders, reading, remembered } from "./logic/online_player.mjs";
import { TRACE_HEADS, ending, inOrder, number, overflow, score, story, tiny, trace, vector } from "./logic/online_player_words.mjs";
import { numberControl } from "./parts/controls.mjs";
import { button, choice, html, openView, say, set } from "./parts/dom.mjs";
import { hatching, spanOf } from "./parts/draw.mjs";
import { fixed } from "./parts/format.mjs";
import { MARKS, SPOKEN, keyRow, stateTable } from "./online_player/rows.mjs";
import { orderControl } from "./online_player/order.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["names", "scores", "mask", "values", "block", "order", "step", "pace", "player", "compare", "finished", "start", "reached"];
const ORDERS = [
  ["forwards", "forwards"], ["backwards", "backwards"], ["largest", "largest maximum first"], ["smallest", "smallest maximum first"],
];
const HEADS = ["block", "key", "hide", "scores · any number", "", "exponentials e^(score − max)", "", "value", "weights · 0 to 1", ""];
const LEGEND = "▶ being read · ✓ read · ○ unread. The sum adds up the exponentials, acc adds up exponential × value; a dashed bar is added already and kept nowhere else.";

/** All that changes the step, the blocks or what is shown; whatever changes the reading begins it again at step 0. */
function controls(view, keys) {
  const now = () => reading(view.traits());
  const restart = (changes) => view.put({ ...changes, step: 0, player: "" });
  /** by: the view that plays, or "" */
  function go(to, by = "") {
    const { finished, block: size } = view.traits();
    const { steps, order: blocks } = now();
    const step = Math.min(Math.max(0, to), steps.length);
    const done = step === steps.length;
    view.put({ step, player: done ? "" : by, ...(done ? { finished: remembered(finished, size, blocks) } : {}) });
  }
  function playOrPause() {
    const { at, steps } = now();
    if (view.traits().player) view.put({ player: "" });
    else go(at === steps.length ? 1 : at + 1, view.id);
  }
  function resize(x) {
    const size = Math.round(x);
    if (size !== view.traits().block) restart({ block: size, order: namedOrders({ ...view.traits(), block: size }).forwards });
  }
  const first = button(view, "To start", () => go(0));
  const back = button(view, "Back", () => go(now().at - 1));
  const play = button(view, "Play", playOrPause, { class: "at-button at-op-play" });
  const forth = button(view, "Step", () => go(now().at + 1));
  const last = button(view, "To end", () => go(Infinity));
  const pace = numberControl(view, {
    label: "Seconds per step while playing", visible: "seconds per step", min: 0.2, max: 5, step: 0.1,
    change: (x, done) => view.put({ pace: x }, done),
  });
  const again = button(view, "Start again", () => restart({ ...view.traits().start, finished: [], compare: false, reached: [] }));
  const block = numberControl(view, {
    label: "Block size: keys in a block", visible: "block size", min: 1, max: keys, step: 1, change: resize,
  });
  const named = choice(view, "Read", ORDERS, (key) => restart({ order: namedOrders(view.traits())[key] }));
  const order = orderControl(view, {
    label: "Order of blocks", what: "block", move: (place, by) => restart({ order: moved(now().order, place, by) }),
  });
  const player = html("div", { class: "at-op-steps", role: "group", "aria-label": "Steps" }, first, back, play, forth, last);
  return {
    go,
    bars: [html("div", { class: "at-bar at-op-bar" }, player, pace.node, again),
      html("div", { class: "at-bar at-op-bar" }, block.node, named.node, order.node)],
    show(t, { at, steps, order: blocks }, stateOf) {
      say(play, t.player ? "Pause" : "Play");
      // Not `disabled`, which would take the focus away at the last step.
      for (const node of [first, back]) set(node, "aria-disabled", String(at === 0));
      for (const node of [forth, last]) set(node, "aria-disabled", String(at === steps.length));
      pace.show(t.pace);
      block.show(t.block);
      const all = namedOrders(t);
      named.show(ORDERS.map(([key]) => key).filter((key) => all[key].join() === blocks.join()));
      const states = blocks.map(stateOf);
      order.show(blocks, blocks.map((b, i) => `${MARKS[states[i]]} ${b + 1}`),
        blocks.map((b, i) => `block ${b + 1}, place ${i + 1} of ${blocks.length}, ${SPOKEN[states[i]]}`), states);
    },
  };
}

/** The readings that went to the end under these scores, in words. */
function comparison(t) {
  const ends = endings(t);
  if (!ends.length) return ["None yet with these scores."];
  const times = (n) => (n === 1 ? "1 rescaling" : `${n} rescalings`);
  const lines = ends.map(({ block, order, rescalings, output }) =>
    `Blocks of ${block} in the order ${inOrder(order)}: ${times(rescalings)}, output ${vector(output)}`);
  if (ends.length === 1) return lines;
  const apart = Math.max(...ends.map((end) => largestDifference(end.output, ends[0].output)));
  return [...lines, `Largest difference between the outputs: ${tiny(apart)}.`];
}

/** Sentences, one below the other; only what differs is changed. */
function tell(node, lines) {
  while (node.children.length > lines.length) node.lastChild.remove();
  while (node.children.length < lines.length) node.append(html("p"));
  lines.forEach((text, i) => say(node.children[i], text));
}

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const { names, player } = view.traits();
  if (player) view.put({ player: "" }, false); // a view that opens finds the play paused
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Trace: one line for each step");
  const control = controls(view, names.length);
  const state = stateTable(view);
  const rows = tokenNames(names).map((name, j) => keyRow(view, name, {
    write: (x, done) => view.put({ scores: view.traits().scores.map((s, k) => (k === j ? x : s)), finished: [] }, done),
    hide: () => view.put({ mask: view.traits().mask.map((m, k) => (k === j ? !m : m)), finished: [] }),
  }));
  const compare = button(view, "What the weights would have been", () => view.put({ compare: !view.traits().compare }));
  const [largest, bars, share] = ["at-op-max-total", "at-op-bars-total", "at-sum"].map((kind) =>
    html("span", { class: `at-total ${kind}` }));
  const bank = html("div", { class: "at-op-rows" },
    html("div", { class: "at-op-row at-op-heads", "aria-hidden": "true" }, ...HEADS.map((text) => html("span", {}, text))),
    ...rows.map((row) => row.node), html("div", { class: "at-op-row at-op-foot" }, largest, bars, share));
  const [title, what, end, over] = ["at-head", "at-fact", "at-fact", "at-fact"].map((kind) => html("p", { class: kind }));
  const done = html("div");
  view.root.append(
    hatching(view), ...control.bars, bank,
    html("div", { class: "at-op-under" }, html("p", { class: "at-op-key" }, LEGEND), compare),
    html("div", { class: "at-op-story" }, title, what, state.node, end, over),
    status.node, questions.node,
    html("section", { class: "at-panel", "aria-label": "Readings to the end" },
      html("p", { class: "at-head" }, "Readings to the end"), done),
    html("div", { class: "at-panel" }, table.toggle, table.place),
  );

  let painted = null; // the step that stands on the page: a step is eased, a drag is not
  let timer = 0;
  function drive(t) {
    if (t.player !== view.id) {
      clearTimeout(timer);
      timer = 0;
    } else if (!timer) {
      timer = setTimeout(() => {
        timer = 0;
        control.go(reading(view.traits()).at + 1, view.id);
      }, 1000 * t.pace);
    }
  }

  function paint() {
    const t = view.traits();
    const now = reading(t);
    const read = now.order.slice(0, now.at);
    const stateOf = (b) => (!read.includes(b) ? "unread" : b === read.at(-1) ? "now" : "read");
    set(bank, "data-eased", String(painted !== null && painted !== now.at));
    painted = now.at;
    const held = rows.map((row) => row.bar.held()).find((span) => span !== null);
    const span = held ?? spanOf([0, ...t.scores.filter((_, j) => t.mask[j])]);
    now.blocks.forEach((keys, b) => keys.forEach((j, place) => rows[j].show({
      state: stateOf(b), block: b, first: place === 0, brought: t.values[j], own: t.scores[j], s: now.seen[j], max: now.state.max, span,
      w: now.weights[j],
    })));
    set(bank, "data-weights", String(t.compare));
    set(compare, "aria-pressed", String(t.compare));
    say(largest, `largest so far (dashed line): ${score(now.state.max)}`);
    say(bars, `bars add up to the sum: ${number(now.state.sum)}`);
    say(share, t.compare ? `weights add up to ${fixed(sum(now.weights), 3)}` : "");
    const words = story(now);
    [title, what, end, over].forEach((node, i) => say(node, [...words, ending(now), overflow(now)][i]));
    set(over, "hidden", over.textContent ? false : "");
    state.show(now);
    control.show(t, now, stateOf);
    tell(done, comparison(t));
    const reached = questions.show(goals(t), t.reached);
    status.tell([...words, now.at === now.steps.length ? ending(now) : ""].join(" ").trim(), reached);
    table.show(() => ({ columns: TRACE_HEADS, rows: trace(now) }));
    drive(t);
  }

  view.ended.addEventListener("abort", () => {
    clearTimeout(timer);
    if (view.traits().player === view.id) view.put({ player: "" }, false);
  }, { once: true });
  paint();
  return view.close;
}

export default { render };
