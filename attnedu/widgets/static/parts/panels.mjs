// What speaks in words: the line that says what happened, the questions, the table of numbers.
import { button, html, say, set } from "./dom.mjs";

/**
 * A status line. `tell` waits until the hand rests, so that a slider does not chatter; `news` waits with it, and is
 * said in front of whatever is then the latest text.
 */
export function statusLine(view) {
  const node = html("p", { class: "at-status", role: "status", "aria-live": "polite" });
  let timer = 0;
  let waiting = "";
  view.ended.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return {
    node,
    tell(text, news = "") {
      if (news === null) say(node, ""); // started again: what was said is past
      if (news !== "") waiting = news ?? "";
      clearTimeout(timer);
      timer = setTimeout(() => {
        say(node, `${waiting} ${text}`.trim());
        waiting = "";
      }, 250);
    },
  };
}

/** The questions. Reached ones are kept in the trait `reached`, so that they stay answered in every view. */
export function goalsPanel(view) {
  const list = html("ul", { class: "at-goals" });
  const node = html("section", { "aria-label": "Questions to answer by doing", class: "at-panel" },
    html("p", { class: "at-head" }, "Questions to answer by doing"), list);
  let told = null; // what this view has announced; the state in which it opens answers nothing
  let given = []; // goals that the beginning meets by itself: they count once they were unmet and are met again
  return {
    node,
    /** Show the goals; returns the sentences that the newly reached ones have earned, null when it begins anew. */
    show(goals, reached) {
      const met = goals.filter((goal) => goal.met).map((goal) => goal.id);
      const begins = !told || (told.length && !reached.length); // opened, or started again
      given = begins ? met.filter((id) => !reached.includes(id)) : given.filter((id) => met.includes(id));
      const fresh = met.filter((id) => !given.includes(id) && !reached.includes(id));
      const all = [...reached, ...fresh];
      if (fresh.length) view.follow({ reached: all });
      const news = goals.filter((goal) => told && goal.met && all.includes(goal.id) && !told.includes(goal.id));
      told = all;
      while (list.children.length < goals.length) {
        list.append(html("li", {}, html("span", { class: "at-tick" }), html("span"), html("span", { class: "at-because" })));
      }
      goals.forEach((goal, i) => {
        const done = all.includes(goal.id);
        const [tick, question, because] = list.children[i].children;
        set(list.children[i], "data-goal", goal.id);
        set(list.children[i], "data-reached", done ? "true" : "false");
        say(tick, done ? "✓ reached" : "○ open");
        say(question, goal.question);
        // Said while the state holds; a reached goal keeps its last explanation.
        if (done && goal.met) say(because, goal.because);
        else if (!done) say(because, "");
      });
      if (begins) return null;
      return news.map((goal) => `Reached: ${goal.because}`).join(" ");
    },
  };
}

const MANY = 64; // rows of a table that is drawn anew only when the hand rests
const REST = 200; // ms

/** A button that shows the same numbers as a table with real headers. `rows` are [header, ...cells]. */
export function numbersTable(view, caption) {
  const table = html("table", { class: "at-table", id: `${view.id}-table` });
  const place = html("div", { class: "at-tables", hidden: "", role: "region", "aria-label": caption, tabindex: 0 }, table);
  let content = () => ({ columns: [], rows: [] });
  let timer = 0;
  view.ended.addEventListener("abort", () => clearTimeout(timer), { once: true });
  const draw = () => {
    const { columns, rows } = content();
    table.replaceChildren(
      html("caption", {}, caption),
      html("thead", {}, html("tr", {}, ...columns.map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...rows.map(([head, ...cells]) => html("tr", {},
        html("th", { scope: "row" }, head), ...cells.map((text) => html("td", {}, text))))),
    );
  };
  const toggle = button(view, "Show the numbers as a table", () => {
    const open = place.hasAttribute("hidden");
    set(place, "hidden", open ? false : "");
    set(toggle, "aria-expanded", String(open));
    say(toggle, open ? "Hide the table" : "Show the numbers as a table");
    if (open) draw();
  }, { "aria-expanded": "false", "aria-controls": `${view.id}-table` });
  return {
    toggle,
    place,
    show(make) {
      content = make;
      if (place.hasAttribute("hidden")) return;
      clearTimeout(timer);
      if (table.rows.length > MANY) timer = setTimeout(draw, REST);
      else draw();
    },
  };
}
