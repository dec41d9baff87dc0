// Creating and finding elements.

import { addressOf } from "./addresses.js";

export const SVG = "http://www.w3.org/2000/svg";

/**
 * Return the element with an id: one that the page's template guarantees, or one that may be missing.
 * @template {keyof PageElements | keyof PassingElements} Id
 * @param {Id} id
 * @returns {Id extends keyof PageElements ? PageElements[Id] : Id extends keyof PassingElements ? PassingElements[Id] | null : never}
 */
export const find = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * A placeholder for a variable that is set before it is first read.
 * @template T
 * @returns {T}
 */
export const unset = () => /** @type {any} */ (null);

/**
 * Return the target of an event.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * Return the button over a place of the board that contains an element.
 * @param {Element} element
 * @returns {HTMLElement | null}
 */
export const buttonAt = (element) => element.closest?.(".place") ?? null;

/**
 * Return the descendants that match a selector, known to be HTML.
 * @param {ParentNode} element
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findAll = (element, selector) => Array.from(element.querySelectorAll(selector));

/**
 * Parse a board's picture drawn by the server.
 * @param {string} text
 */
export function parsePicture(text) {
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (new DOMParser().parseFromString(text, "image/svg+xml").documentElement));
}

/**
 * Morph an element into another. Equal children stay: of a picture the board, which is most of it.
 * @param {Element} shown
 * @param {Element} next
 */
export function morph(shown, next) {
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const before = [...shown.children];
  const after = [...next.children];
  for (const [index, child] of after.entries()) {
    if (index >= before.length) shown.append(child);
    else if (!before[index].isEqualNode(child)) before[index].replaceWith(child);
  }
  for (const child of before.slice(after.length)) child.remove();
}

/**
 * Create an HTML element with attributes, listeners (names that begin with "on") and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function draw(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Made}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : name === "href" || name === "src" ? addressOf(String(value)) : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * Write a text so that lines preferably break between sentences.
 * @param {HTMLElement} element
 * @param {string | null | undefined} text
 */
export function tellSentences(element, text) {
  const parts = (text || "").split(/(?<=[。！？])/).filter(Boolean);
  if (parts.length < 2) return tell(element, text);
  element.replaceChildren(...parts.map((part) => make("span", { class: "sentence" }, part)));
}

/**
 * Write a text into an element, or hide the element if there is none.
 * @param {HTMLElement | null} element
 * @param {string | null | undefined} text
 */
export function tell(element, text) {
  if (!element) return;
  element.textContent = text || "";
  if (element.getAttribute("role") === "alert") element.hidden = !text;
}

/**
 * Scroll an element into view if it is out of sight.
 * @param {HTMLElement} element
 */
export function showInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "start", behavior: quiet ? "instant" : "smooth" });
}
