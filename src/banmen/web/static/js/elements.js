// Making and finding elements.

export const SVG = "http://www.w3.org/2000/svg";

export const find = (id) => document.getElementById(id);

/** Make an HTML element with attributes, listeners (names that begin with "on") and children. */
export function make(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Make an SVG element. */
export function draw(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Write a text so that a line is rather broken between sentences than within one. */
export function tellSentences(element, text) {
  const parts = (text || "").split(/(?<=[。！？])/).filter(Boolean);
  if (parts.length < 2) return tell(element, text);
  element.replaceChildren(...parts.map((part) => make("span", { class: "sentence" }, part)));
}

/** Write a text into an element, or hide the element if there is none. */
export function tell(element, text) {
  if (!element) return;
  element.textContent = text || "";
  if (element.getAttribute("role") === "alert") element.hidden = !text;
}
