// Where things are in a board's picture. All of it is read from the picture's own attributes; nothing here knows a game.

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the drawn elements that match a selector.
 * @param {Element} element
 * @param {string} selector
 * @returns {SVGGraphicsElement[]}
 */
const graphics = (element, selector) => Array.from(element.querySelectorAll(selector));

/**
 * Return the centre of an element of the picture, in the picture's units.
 * @param {SVGGraphicsElement} element
 * @returns {Point}
 */
export function middle(element) {
  const moved = element.getAttribute("transform")?.match(/translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/);
  if (moved) return { x: Number(moved[1]), y: Number(moved[2]) };
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Return all places of a picture by key: name, owner, the points where pieces stand, and size.
 * @param {SVGSVGElement} svg
 * @returns {Map<string, Place>}
 */
export function readPlaces(svg) {
  const view = svg.viewBox.baseVal;
  const least = Math.max(view.width, view.height) * 0.021;
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const element of graphics(svg, "[data-place]:not([data-piece])")) {
    const { place: name = "", lane, player } = element.dataset;
    const owner = lane ?? player ?? "";
    places.set(`${name}@${owner}`, { key: `${name}@${owner}`, name, owner, element, ...extent(element, least) });
  }
  return places;
}

/**
 * @param {SVGGraphicsElement} element
 * @param {number} least
 * @returns {{points: Point[], radius: number, area: DOMRect | null}}
 */
function extent(element, least) {
  const many = element.tagName === "g" && !element.hasAttribute("transform") && element.children.length;
  if (many) {
    const parts = graphics(element, ":scope > *");
    const points = parts.map(middle);
    const size = parts[0].getBBox().width / 2 + 8;
    return { points, radius: Math.max(size, least), area: null };
  }
  const box = element.getBBox();
  const point = middle(element);
  if (element.tagName === "rect") return { points: [point], radius: Math.min(box.width, box.height) / 2, area: box };
  return { points: [point], radius: Math.max(Math.min(box.width, box.height) / 2, least), area: null };
}

/**
 * Return the place that a player means by a name: their own lane, reserve or home, or the shared one.
 * @param {Map<string, Place>} places
 * @param {string | null | undefined} name
 * @param {string} player
 * @returns {Place | null}
 */
export function placeOf(places, name, player) {
  if (name === null || name === undefined) return null;
  return places.get(`${name}@${player}`) || places.get(`${name}@`) || null;
}

/**
 * Return the pieces on a place, the lowest first.
 * @param {Element} svg
 * @param {string} name
 * @param {string | null} owner
 * @param {string | null} piece
 * @returns {SVGGraphicsElement[]}
 */
export function piecesOn(svg, name, owner, piece = null) {
  const found = graphics(svg, `[data-piece][data-place="${CSS.escape(name)}"]`);
  return found.filter((element) => {
    const lane = element.dataset.lane ?? element.dataset.player;
    const theirs = lane ?? (["R", "H"].includes(name) ? element.dataset.piece : null);
    if (owner && theirs !== null && theirs !== undefined && theirs !== owner) return false;
    return piece === null || element.dataset.piece === piece;
  });
}

/**
 * Return the point to mark on a place: its next piece to leave, its next free slot, or its centre.
 * @param {SVGSVGElement} svg
 * @param {Place} place
 * @param {boolean} arriving
 * @returns {Point}
 */
export function spotOf(svg, place, arriving = false) {
  const standing = piecesOn(svg, place.name, place.owner);
  if (place.points.length > 1 || place.area) {
    if (arriving && !place.area) return place.points[Math.min(standing.length, place.points.length - 1)];
    if (standing.length) return middle(standing[standing.length - 1]);
  }
  return place.points[0];
}

/**
 * Return the point of the picture under a point of the window.
 * @param {SVGSVGElement} svg
 * @param {number} clientX
 * @param {number} clientY
 * @returns {Point}
 */
export function toPicture(svg, clientX, clientY) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return { x: point.x, y: point.y };
}

/**
 * Return the distance of a point from a place, in units of the place's own size.
 * @param {SVGSVGElement} svg
 * @param {Place} place
 * @param {Point} point
 */
function away(svg, place, point) {
  if (place.area && point.x >= place.area.x && point.x <= place.area.x + place.area.width
    && point.y >= place.area.y && point.y <= place.area.y + place.area.height) return 0;
  const spots = [...place.points];
  if (place.area) spots.push(...piecesOn(svg, place.name, place.owner).map(middle));
  return Math.min(...spots.map((spot) => Math.hypot(spot.x - point.x, spot.y - point.y))) / place.radius;
}

/**
 * Return the place nearest to a point of the picture, preferably a useful one, or null if none is near.
 * @param {SVGSVGElement} svg
 * @param {Map<string, Place>} places
 * @param {Point} point
 * @param {(place: Place) => unknown} useful
 */
export function nearest(svg, places, point, useful) {
  const near = [...places.values()]
    .map((place) => ({ place, far: away(svg, place, point) - (useful(place) ? 0.35 : 0) }))
    .filter(({ far }) => far < 1.15)
    .sort((one, other) => one.far - other.far)[0];
  return near?.place ?? null;
}

/**
 * Position an element over a place, in per cent of the picture.
 * @param {HTMLElement} element
 * @param {Place} place
 * @param {Point} spot
 * @param {DOMRect} view
 */
export function lay(element, place, spot, view) {
  const wide = place.area ? place.area.width : place.radius * 2;
  const high = place.area ? place.area.height : place.radius * 2;
  element.style.left = `${(spot.x / view.width) * 100}%`;
  element.style.top = `${(spot.y / view.height) * 100}%`;
  element.style.width = `${(wide / view.width) * 100}%`;
  element.style.height = `${(high / view.height) * 100}%`;
}

/**
 * Return the next place in the direction of an arrow key, or null.
 * @param {Map<string, Point>} spots
 * @param {string} from
 * @param {string} direction
 * @returns {string | null}
 */
export function neighbour(spots, from, direction) {
  const [dx, dy] = DIRECTIONS[direction];
  const start = spots.get(from);
  if (!start) return null;
  /** @type {{key: string, cost: number} | null} */
  let best = null;
  for (const [key, spot] of spots) {
    if (key === from) continue;
    const x = spot.x - start.x;
    const y = spot.y - start.y;
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 1 || across > along * 2.2) continue;
    const cost = along + across * 1.8;
    if (!best || cost < best.cost) best = { key, cost };
  }
  return best?.key ?? null;
}
