// Talent show: judges write scores, the host turns each sheet into percentages, and the verdict is the mix.
import { mix } from "./arithmetic/softmax.mjs";
import { goals, talentShow } from "./logic/talent_show.mjs";
import { numberControl } from "./parts/controls.mjs";
import { button, choice, html, openView, say, set, withCell } from "./parts/dom.mjs";
import { hatching, scoreBar, sharedRow, spanOf, weightBar } from "./parts/draw.mjs";
import { fixed, percent, trim } from "./parts/format.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["judges", "acts", "scores", "values", "brings", "start", "struck", "level", "calculated", "favourite", "reached"];

const plain = (x) => trim(x).replace("-", "−");

function sheet(view, traits, i) {
  const judge = traits.judges[i];
  const rows = traits.acts.map((act, j) => {
    const write = (x, done) => view.put({ scores: withCell(view.traits().scores, i, j, x) }, done);
    const control = numberControl(view, { label: `${judge}, ${act}: score`, min: -1000, max: 1000, step: 0.5, change: write });
    const score = scoreBar(view, (x, done) => write(Math.round(x * 10) / 10, done));
    const weight = weightBar();
    const printed = html("span", { class: "at-printed" });
    return { control, score, weight, printed, node: sharedRow(act, control, score, weight, printed) };
  });
  const total = html("span", { class: "at-total" });
  const handed = html("span", { class: "at-total at-sum", "data-judge": i });
  const verdict = html("span", { class: "at-verdict" });
  const node = html("section", { class: "at-sheet", "aria-label": `Sheet of ${judge}` },
    html("p", { class: "at-head" }, `${judge}’s sheet`),
    ...rows.map((row) => row.node),
    html("div", { class: "at-foot" }, total, handed), verdict);
  return {
    node,
    rows,
    show(now, { scores, struck, level, calculated, values }, span) {
      rows.forEach((row, j) => {
        const out = struck.includes(j);
        const hidden = out && level === "before";
        row.control.show(scores[i][j]);
        row.score.show(scores[i][j], span, hidden, false);
        row.weight.show(calculated ? now.weights[i][j] : 0);
        const w = percent(now.weights[i][j]);
        say(row.printed, !calculated ? "?" : !out ? w : hidden ? "0 % (out)" : "scratched");
        set(row.node, "data-out", out);
      });
      const spent = now.sums[i];
      const missing = spent < 1 - 1e-9 ? ` (${percent(1 - spent)} given to no one)` : "";
      const counted = scores[i].filter((_, j) => level === "after" || !struck.includes(j));
      const left = counted.length < scores[i].length ? "scores left" : "scores";
      say(total, `${left} add up to ${fixed(counted.reduce((a, b) => a + b, 0), 2)}: any number will do`);
      // The same words before and after the host calculates, so that nothing on the page moves.
      say(handed, `percentages add up to ${calculated ? percent(spent) : "? %"}${calculated ? missing : ""}`);
      const mixed = mix(now.weights[i], values).map((x, d) => `${traits.brings[d]} ${calculated ? fixed(x, 2) : "?"}`).join(" · ");
      say(verdict, `Verdict, the mix of what the acts bring: ${mixed}`);
    },
  };
}

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const given = view.traits();
  const [judges, acts, brings] = [given.judges, given.acts, given.brings].map((list) => tokenNames(list));
  const traits = { ...given, judges, acts, brings };
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Scores and percentages, judge by judge");
  const sheets = judges.map((_, i) => sheet(view, traits, i));
  const host = button(view, "", () => view.put({ calculated: !view.traits().calculated }), { "data-role": "host" });
  // Both texts keep their room, so that the bar does not move when one takes the place of the other.
  host.append(html("span", {}, "Host: calculate the percentages"), html("span", {}, "Hide the percentages"));
  const toggled = (list, j) => (list.includes(j) ? list.filter((k) => k !== j) : [...list, j].sort((a, b) => a - b));
  const strike = choice(view, "Strike out", acts.map((act, j) => [j, act]), (j) =>
    view.put({ struck: toggled(view.traits().struck, j) }));
  const level = choice(view, "When", [["before", "before the host calculates"], ["after", "after, on the percentages"]], (key) =>
    view.put({ level: key }));
  const again = button(view, "Start again", () =>
    view.put({ scores: view.traits().start, struck: [], level: "before", calculated: false, reached: [] }));
  const values = html("p", {});
  const shares = html("span");
  view.root.append(
    hatching(view),
    html("div", { class: "at-bar" }, host, strike.node, level.node, again),
    html("div", { class: "at-row at-banks", "aria-hidden": "true" }, html("span"), html("span"),
      html("span", {}, "scores · any number"), shares, html("span")),
    ...sheets.map((one) => one.node),
    status.node, questions.node,
    html("div", { class: "at-panel" },
      values, table.toggle, table.place),
  );

  function inWords(now, { calculated, struck, level: when }) {
    if (!calculated) return "The sheets hold scores. The host has not calculated.";
    const out = struck.length
      ? ` Struck out ${when === "before" ? "before" : "after"} the calculation: ${struck.map((j) => acts[j]).join(", ")}.`
      : "";
    const each = judges.map((judge, i) => {
      const best = now.weights[i].indexOf(Math.max(...now.weights[i]));
      if (now.sums[i] === 0) return `${judge} has no act left and hands out nothing`;
      return `${judge}: most to the ${acts[best]}, ${percent(now.weights[i][best])}, in all ${percent(now.sums[i])}`;
    });
    return `${each.join("; ")}.${out}`;
  }

  function paint() {
    const t = view.traits();
    const now = talentShow(t);
    const bars = sheets.flatMap((one) => one.rows.map((row) => row.score));
    const span = bars.map((bar) => bar.held()).find((held) => held !== null) ?? spanOf(t.scores.flat());
    sheets.forEach((one) => one.show(now, t, span));
    say(values, `What each act brings (its value): ${acts.map((act, j) =>
      `${act}: ${brings.map((name, d) => `${name} ${plain(t.values[j][d])}`).join(", ")}`).join(" · ")}`);
    // Weights share out all of a row; what is left when one is scratched out does not.
    say(shares, t.calculated && t.level === "after" && t.struck.length ? "what is left of the weights" : "weights · shares of 100 %");
    set(host, "data-calculated", String(t.calculated));
    strike.show(t.struck);
    level.show([t.level]);
    const reached = questions.show(goals(t), t.reached);
    status.tell(inWords(now, t), reached);
    table.show(() => ({
      columns: ["judge", ...acts.flatMap((act) => [`${act}: score`, `${act}: %`]), "sum of %"],
      rows: judges.map((judge, i) => [judge, ...acts.flatMap((_, j) => [
        t.level === "before" && t.struck.includes(j) ? "−∞" : fixed(t.scores[i][j], 2),
        t.calculated ? percent(now.weights[i][j]) : "?"]), t.calculated ? percent(now.sums[i]) : "?"]),
    }));
  }

  paint();
  return view.close;
}

export default { render };
