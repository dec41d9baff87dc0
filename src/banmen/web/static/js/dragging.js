// Dragging: a piece follows the finger, and where it is dropped is its target.

import { buttonAt, draw, targetOf } from "./elements.js";
import { middle, piecesOn, toPicture } from "./geometry.js";
import { sources, targets } from "./selection.js";
import { findMeant } from "./meaning.js";

/** @import { Board } from "./board.js" */

/**
 * The pressed piece, and once it is dragged, the copy that follows the finger.
 * @typedef {{place: Place, x: number, y: number, id: number, start: Point, ghost: SVGGElement | null, piece: SVGGraphicsElement | null}} Held
 */

const FAR = 7; // pixels before a press becomes a drag
const CLICK = 60; // milliseconds in which the click of the same press arrives

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Held | null} */
    this.held = null; // the current press
    this.dropped = false;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.carry(event));
    element.addEventListener("pointerup", (event) => this.drop(event));
    element.addEventListener("pointercancel", () => this.letGo());
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { board } = this;
    if (event.button || targetOf(event).closest(".chooser") || (!board.active && !board.free)) return;
    const place = findMeant(board, event.clientX, event.clientY, buttonAt(targetOf(event)));
    if (!place || (!board.free && (board.placeOf(place.name) !== place || !sources(board.moves).has(place.name)))) return;
    this.held = { place, x: event.clientX, y: event.clientY, id: event.pointerId, start: { x: 0, y: 0 }, ghost: null, piece: null };
  }

  /** @param {PointerEvent} event */
  carry(event) {
    const { held, board } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    const ghost = held.ghost ?? this.lift(held);
    if (!ghost) return;
    const point = toPicture(board.svg, event.clientX, event.clientY);
    ghost.setAttribute("transform", `translate(${point.x - held.start.x} ${point.y - held.start.y})`);
    event.preventDefault();
  }

  /**
   * Lift the piece, if there is one; return the copy that follows the finger.
   * @param {Held} held
   */
  lift(held) {
    const { board } = this;
    const piece = piecesOn(board.svg, held.place.name, held.place.owner).pop();
    if (!piece) {
      this.letGo();
      return null;
    }
    if (!board.free && board.picked !== held.place.name) board.pick(held.place.name);
    held.start = middle(piece);
    held.piece = piece;
    held.ghost = draw("g", { class: "dragging", "pointer-events": "none" }, piece.cloneNode(true));
    board.svg.append(held.ghost);
    piece.classList.add("lifted");
    board.element.setPointerCapture(held.id);
    return held.ghost;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { held, board } = this;
    if (!held || event.pointerId !== held.id) return;
    const dragged = Boolean(held.ghost);
    this.letGo();
    if (!dragged) return;
    board.lifted = null;
    this.dropped = true;
    setTimeout(() => { this.dropped = false; }, CLICK);
    const place = findMeant(board, event.clientX, event.clientY, null);
    if (!place || (place === held.place && !targets(board.moves, board.picked).has(place.name))) return;
    if (board.free) board.free(held.piece?.dataset.piece ?? null, held.place, place);
    else board.tap(place);
  }

  letGo() {
    this.held?.ghost?.remove();
    this.held?.piece?.classList.remove("lifted");
    this.held = null;
  }

  /** Return, once, whether something has just been dropped. */
  justDropped() {
    const { dropped } = this;
    this.dropped = false;
    return dropped;
  }
}
