// site.js - the search of the site, without a server.
//
// The index is fetched when the search is first used, as a script, because pages of a folder on a disk may
// read nothing else.  An entry is a section: [address, page, heading]; every word of the question must begin
// a word of it.  What matches in titles comes first, and what has a name such as make_laplace whole.  Found
// texts become text nodes, never markup.
"use strict";
(() => {
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const up = found.dataset.up;
  const LIMIT = 12;
  const OF_A_PAGE = 3;
  let wanted = false;
  let index = null;

  const split = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  // Names whose parts are joined, which are words of the index, too.
  const joined = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu) || [];

  // How well words of `text` begin with `word`: 2 if one is equal, 1 if one begins so.
  const fits = (text, word) => {
    if ((" " + text + " ").includes(" " + word + " ")) return 2;
    return (" " + text).includes(" " + word) ? 1 : 0;
  };

  // The index as it is asked: entries with the words of their titles, and where each word stands.
  const open = ({ entries, words }) => ({
    entries: entries.map(([address, title, under]) => ({
      address, title, under, page: split(title).join(" "), heading: split(under).join(" "),
    })),
    words: words.trim().split("\n").map((line) => {
      const [word, ...steps] = line.split(" ");
      let at = 0;
      return [word, steps.map((step) => (at += parseInt(step, 16)))];
    }),
  });

  // What an entry is worth for `word`, for every entry that has it.
  const worth = (word) => {
    const sums = new Map();
    for (const [other, places] of index.words) {
      if (!other.startsWith(word)) continue;
      for (const at of places) sums.set(at, Math.max(sums.get(at) || 0, other === word ? 2 : 1));
    }
    index.entries.forEach((entry, at) => {
      const titles = Math.max(12 * fits(entry.page, word), 8 * fits(entry.heading, word));
      if (titles > 0) sums.set(at, Math.max(sums.get(at) || 0, titles + (entry.under === "" ? 1 : 0)));
    });
    return sums;
  };

  // The entries that have all words, the best first, of equally good ones that with the shorter title; of a
  // page the best few.
  const search = (words, names) => {
    const each = words.map(worth);
    const whole = names.map(worth);
    const pages = new Map();
    const asked = words.join(" ");
    const begins = ({ page, heading }) => (heading || page).startsWith(asked) ? 10 : 0;
    return [...each[0].keys()]
      .filter((at) => each.every((sums) => sums.has(at)))
      .map((at) => [
        each.reduce((sum, sums) => sum + sums.get(at), begins(index.entries[at])) +
          whole.reduce((sum, sums) => sum + 4 * (sums.get(at) || 0), 0),
        index.entries[at],
      ])
      .sort(([a, one], [b, other]) => b - a || one.page.length - other.page.length)
      .map(([, entry]) => entry)
      .filter((entry) => {
        const before = pages.get(entry.title) || 0;
        pages.set(entry.title, before + 1);
        return before < OF_A_PAGE;
      });
  };

  const line = (entry) => {
    const link = document.createElement("a");
    link.href = up + entry.address;
    link.textContent = entry.under || entry.title;
    if (entry.under) {
      const page = document.createElement("small");
      page.textContent = entry.title;
      link.append(page);
    }
    return link;
  };

  const show = () => {
    const words = split(field.value);
    if (window.tacitIndex && !index) index = open(window.tacitIndex);
    if (!index || words.length === 0) return found.replaceChildren();
    const best = search(words, joined(field.value));
    if (best.length > 0) return found.replaceChildren(...best.slice(0, LIMIT).map(line));
    const nothing = document.createElement("p");
    nothing.textContent = "Nothing was found; fewer or shorter words find more.";
    return found.replaceChildren(nothing);
  };

  const fetchIndex = () => {
    if (wanted) return;
    wanted = true;
    const script = document.createElement("script");
    script.src = up + "search.js";
    script.onload = show;
    document.head.append(script);
  };

  const step = (by) => {
    const links = [field, ...found.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, at + by))].focus();
  };

  // The contents are longer than a screen: show where this page stands in them.
  const here = document.querySelector("nav [aria-current]");
  const list = document.querySelector("nav > div");
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 3;

  field.addEventListener("focus", fetchIndex);
  field.addEventListener("input", () => { fetchIndex(); show(); });
  document.addEventListener("keydown", (event) => {
    const inside = event.target === field || found.contains(event.target);
    if (event.key === "/" && !inside) { event.preventDefault(); field.focus(); }
    if (event.key === "Escape" && inside) { field.value = ""; show(); field.focus(); }
    if (inside && event.key === "ArrowDown") { event.preventDefault(); step(1); }
    if (inside && event.key === "ArrowUp") { event.preventDefault(); step(-1); }
    if (event.key === "Enter" && event.target === field && found.querySelector("a")) found.querySelector("a").click();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) found.replaceChildren();
  });
})();
