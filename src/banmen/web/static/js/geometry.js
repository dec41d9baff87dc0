// Where things lie in a board's picture. All of it is read from the picture's own attributes; nothing here knows a game.

/** Return the middle of an element of the picture, in the picture's units. */
export function middle(element) {
  const moved = element.getAttribute("transform")?.match(/translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/);
  if (moved) return { x: Number(moved[1]), y: Number(moved[2]) };
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Return all places of a picture by key: name, owner, the points where pieces lie, and how large it is. */
export function readPlaces(svg) {
  const view = svg.viewBox.baseVal;
  const least = Math.max(view.width, view.height) * 0.021;
  const places = new Map();
  for (const element of svg.querySelectorAll("[data-place]:not([data-piece])")) {
    const { place: name, lane, player } = element.dataset;
    const owner = lane ?? player ?? "";
    places.set(`${name}@${owner}`, { key: `${name}@${owner}`, name, owner, element, ...extent(element, least) });
  }
  return places;
}

function extent(element, least) {
  const many = element.tagName === "g" && !element.hasAttribute("transform") && element.children.length;
  if (many) {
    const points = Array.from(element.children, middle);
    const size = element.children[0].getBBox().width / 2 + 8;
    return { points, radius: Math.max(size, least), area: null };
  }
  const box = element.getBBox();
  const point = middle(element);
  if (element.tagName === "rect") return { points: [point], radius: Math.min(box.width, box.height) / 2, area: box };
  return { points: [point], radius: Math.max(Math.min(box.width, box.height) / 2, least), area: null };
}

/** Return the place of a name that a player means: their own lane, reserve or home, or the one that all share. */
export function placeOf(places, name, player) {
  if (name === null || name === undefined) return null;
  return places.get(`${name}@${player}`) || places.get(`${name}@`) || null;
}

/** Return the pieces that stand on a place, the lowest first. */
export function piecesOn(svg, name, owner, piece = null) {
  const found = svg.querySelectorAll(`[data-piece][data-place="${CSS.escape(name)}"]`);
  return Array.from(found).filter((element) => {
    const lane = element.dataset.lane ?? element.dataset.player;
    const theirs = lane ?? (["R", "H"].includes(name) ? element.dataset.piece : null);
    if (owner && theirs !== null && theirs !== undefined && theirs !== owner) return false;
    return piece === null || element.dataset.piece === piece;
  });
}

/** Return the point to mark on a place: its next piece to leave, its next free slot, or its middle. */
export function spotOf(svg, place, arriving = false) {
  const standing = piecesOn(svg, place.name, place.owner);
  if (place.points.length > 1 || place.area) {
    if (arriving && !place.area) return place.points[Math.min(standing.length, place.points.length - 1)];
    if (standing.length) return middle(standing[standing.length - 1]);
  }
  return place.points[0];
}

/** Return the point of the picture under a point of the window. */
export function toPicture(svg, clientX, clientY) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

/** Return how far a point is from a place, in units of the place's own size. */
export function away(svg, place, point) {
  if (place.area && point.x >= place.area.x && point.x <= place.area.x + place.area.width
    && point.y >= place.area.y && point.y <= place.area.y + place.area.height) return 0;
  const spots = [...place.points];
  if (place.area) spots.push(...piecesOn(svg, place.name, place.owner).map(middle));
  return Math.min(...spots.map((spot) => Math.hypot(spot.x - point.x, spot.y - point.y))) / place.radius;
}

/** Return the place next to one in the direction of an arrow key, or null. */
export function neighbour(spots, from, direction) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction];
  let best = null;
  for (const [key, spot] of spots) {
    if (key === from) continue;
    const x = spot.x - spots.get(from).x;
    const y = spot.y - spots.get(from).y;
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 1 || across > along * 2.2) continue;
    const cost = along + across * 1.8;
    if (!best || cost < best.cost) best = { key, cost };
  }
  return best?.key ?? null;
}
