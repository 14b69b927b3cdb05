// A page without a kernel: a stand-in for each widget's model, and a view of it in every place that waits for one.

/** What a widget uses of its model, with the manners of a notebook: set tells those who listen, at once. */
function standIn(state) {
  const heard = new Map();
  const tell = (event, ...what) => [...(heard.get(event) ?? [])].forEach((act) => act(...what));
  const model = {
    alone: true, // no kernel by design: nobody is waited for, and what is set lives as long as the page is open
    get: (name) => state[name],
    set(name, value) {
      const changes = Object.entries(typeof name === "string" ? { [name]: value } : name);
      const fresh = changes.filter(([key, x]) => !Object.is(state[key], x));
      for (const [key, x] of fresh) state[key] = x;
      for (const [key, x] of fresh) tell(`change:${key}`, model, x);
      if (fresh.length) tell("change", model);
    },
    on(events, act) {
      for (const event of events.split(" ")) heard.set(event, [...(heard.get(event) ?? []), act]);
    },
    off(events, act) {
      for (const event of events?.split(" ") ?? [...heard.keys()]) {
        heard.set(event, act ? (heard.get(event) ?? []).filter((one) => one !== act) : []);
      }
    },
    save_changes() {}, // nobody is there to be told
    send() {},
  };
  return model;
}

/** Bytes as they were before they were packed: base64, deflated, the first byte of every item first, then the second … */
async function unpack({ data, size }) {
  const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const sorted = new Uint8Array(await new Response(stream).arrayBuffer());
  const items = sorted.length / size;
  const bytes = new Uint8Array(sorted.length);
  for (let b = 0, at = 0; b < size; b++) for (let i = 0; i < items; i++) bytes[i * size + b] = sorted[at++];
  return new DataView(bytes.buffer);
}

/** A module from its text. It may export what it does, or a function that makes it. */
async function load(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const found = await import(address);
  URL.revokeObjectURL(address);
  const made = found.default ?? found;
  return typeof made === "function" ? made() : made;
}

/** Instead of a widget that cannot run: its picture or its text, which stands there where scripts are off. */
function still(place, error) {
  console.error(error);
  const saved = place.querySelector("noscript")?.textContent ?? "";
  const words = document.createElement("p");
  words.textContent = "This widget could not start here. It is shown as it was saved.";
  place.replaceChildren(words, ...new DOMParser().parseFromString(saved, "text/html").body.childNodes);
  place.dataset.pgShown = "picture";
}

/** Start every widget of the page. `ours` holds the course's own, by name; codes are the texts of the others. */
async function open(ours) {
  for (const box of document.querySelectorAll("pre, .pg-wide")) {
    const wide = () => box.scrollWidth > box.clientWidth;
    new ResizeObserver(() => (wide() ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex"))).observe(box);
  }
  const { models, codes } = JSON.parse(document.querySelector("script[data-pg-data]").textContent);
  const loaded = [];
  const experimental = { invoke: () => Promise.reject(new Error("There is no kernel behind this page.")) };
  const started = models.map(async ({ name, code, state, buffers }) => {
    for (const { path, ...packed } of buffers ?? []) {
      path.slice(0, -1).reduce((inside, key) => inside[key], state)[path.at(-1)] = await unpack(packed);
    }
    const widget = name ? ours[name] : await (loaded[code] ??= load(codes[code]));
    const model = standIn(state);
    await widget.initialize?.({ model, experimental });
    return { widget, model };
  });
  await Promise.all([...document.querySelectorAll("[data-pg-model]")].map(async (place) => {
    try {
      const { widget, model } = await started[place.dataset.pgModel];
      const el = document.createElement("div");
      await widget.render({ model, el, experimental });
      place.append(el);
      place.dataset.pgShown = "widget";
    } catch (error) {
      still(place, error);
    }
  }));
}

export default { open, standIn, unpack };
