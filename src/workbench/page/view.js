// view.js - what is to be seen as plain objects, and the page made to look like them.
//
// h(tag, properties, ...children) describes an element; render() changes the document where it
// differs.  Texts become text nodes and nothing else, so that no value can be markup.  Elements
// with a `key` are found again among their neighbours; others go by their place.

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTY = new Set(["value", "checked", "disabled", "hidden", "open", "selected"]);

export function h(tag, properties, ...children) {
  return { tag, properties: properties || {}, children: children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && typeof child !== "boolean") };
}

function setOne(element, name, value, before) {
  if (name === "key" || name === "made") return;
  if (name.startsWith("on")) { element[name] = value || null; return; }
  if (AS_PROPERTY.has(name)) {
    // What somebody is typing stays, unless what it shows has changed.
    const typing = name === "value" && document.activeElement === element && value === before;
    if (!typing && element[name] !== value) element[name] = value === undefined ? false : value;
    return;
  }
  if (value === before) return;
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function setAll(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) setOne(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(after)) setOne(element, name, value, before[name]);
}

function make(node, space) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const own = node.tag === "svg" ? SVG : space;
  const element = own ? document.createElementNS(own, node.tag) : document.createElement(node.tag);
  element.shown = h(node.tag, {});
  change(element, node, own);
  if (node.properties.made) node.properties.made(element);
  return element;
}

function fits(dom, node) {
  if (typeof node !== "object") return dom.nodeType === 3;
  return dom.nodeType === 1 && dom.shown && dom.shown.tag === node.tag &&
    dom.shown.properties.key === node.properties.key;
}

// The children of `element` by their keys, if any of the new ones has one.
function findKeyed(element, node) {
  const keyed = new Map();
  if (!node.children.some((child) => child.properties?.key !== undefined)) return keyed;
  for (let dom = element.firstChild; dom; dom = dom.nextSibling) if (dom.shown?.properties.key !== undefined) keyed.set(dom.shown.properties.key, dom);
  return keyed;
}

function change(element, node, space) {
  if (element.shown === node) return; // the very same, kept by kept()
  const keyed = findKeyed(element, node);
  let at = element.firstChild;
  for (const child of node.children) {
    const known = typeof child === "object" ? keyed.get(child.properties.key) : undefined;
    let dom = known && fits(known, child) ? known : at && fits(at, child) ? at : null;
    if (!dom) dom = make(child, space);
    else if (typeof child === "object") change(dom, child, child.tag === "svg" ? SVG : space);
    else if (dom.data !== String(child)) dom.data = String(child);
    if (dom === at) at = at.nextSibling;
    else element.insertBefore(dom, at);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
  // After the children, so that a list has the entry that its value chooses.
  setAll(element, element.shown.properties, node.properties);
  element.shown = node;
}

const made = new WeakMap();
// What `make` describes of `thing`, which never changes; made once for each `how`.
export function kept(thing, how, make) {
  if (!made.has(thing)) made.set(thing, new Map());
  const all = made.get(thing);
  if (!all.has(how)) all.set(how, make());
  return all.get(how);
}

export function render(root, node) {
  if (!root.shown) { root.replaceChildren(); root.shown = { tag: "div", properties: {} }; }
  change(root, h("div", {}, node));
}
