// The board: the server's picture, real buttons over its places, and picking by taps, by dragging and by keys.
// It knows no rules: it is given the moves that may be made, and tells which one was chosen.

import { close, choose } from "./chooser.js";
import { Dragging } from "./dragging.js";
import { draw, make } from "./elements.js";
import { away, neighbour, piecesOn, placeOf, readPlaces, spotOf, toPicture } from "./geometry.js";
import { heights, layer, ring, target, unit, way } from "./marks.js";
import { firstPick, sources, tap, targets } from "./picking.js";
import { has, say } from "./words.js";

const MANY = 12; // places to go to, above which rings would hide the board

export class Board {
  /**
   * `told` has play(move), refused(from, to, owner), idle() for taps when nothing can be picked, picked(from), considered(move or null),
   * and lifted() for what is picked while anything can be.
   */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.moves = [];
    this.player = "";
    this.active = false;
    this.picked = null;
    this.extra = []; // marks beside those of picking: hints, dangers, a better move
    this.free = null; // while any piece and any place can be pointed at: what is called with the piece, its place and the other place
    this.buttons = new Map();
    this.overlay = make("div", { class: "places", role: "group", "aria-label": say("board.label") });
    element.append(this.overlay);
    this.listen();
  }

  /** Show a picture. */
  show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("aria-hidden", "true"); // told in words elsewhere, place by place
    svg.removeAttribute("role");
    svg.setAttribute("focusable", "false");
    if (this.svg) this.svg.replaceWith(svg);
    else this.element.prepend(svg);
    this.svg = svg;
    this.game = svg.dataset.game;
    const { width, height } = svg.viewBox.baseVal;
    this.element.style.setProperty("--shape", String(width / height));
    this.element.parentElement?.style.setProperty("--shape", String(width / height));
    this.element.setAttribute("aria-busy", "false");
    this.places = readPlaces(svg);
    this.extra = [];
    this.layOut();
  }

  /** Offer moves to the player on turn; with `active` false nothing can be picked. */
  offer(moves, player, active) {
    close(this.element);
    this.moves = active ? moves : [];
    this.player = player;
    this.active = active;
    this.picked = active ? firstPick(moves) : null;
    this.refresh();
  }

  /** Pick up what stands on a place, or put it down (null). */
  pick(name) {
    this.picked = name;
    this.extra = this.extra.filter(({ kind }) => kind !== "hint"); // whoever picks has seen it, or looks for something else
    close(this.element);
    this.refresh();
    this.told.picked?.(name);
  }

  /** Add marks: a list of {kind, place} and {kind, move}. */
  mark(list) {
    this.extra = list;
    this.refresh();
  }

  /** Show where a move would go, or nothing (null). */
  preview(move) {
    this.svg?.querySelector(".marks .preview")?.remove();
    if (!move || !this.active) return;
    const preview = way(this.svg, this.places, move, this.player);
    preview.classList.add("preview");
    layer(this.svg).prepend(preview);
  }

  /** Write the names of all places, or leave them out. */
  names(wanted) {
    this.svg.querySelector("g.names")?.remove();
    if (!wanted) return;
    const size = unit(this.svg) * 4;
    const written = [...this.places.values()].filter((place) => place.points.length === 1 && !place.area).map((place) => {
      const { x, y } = place.points[0];
      return draw("text", { x, y: y + Math.min(place.radius, size * 2) * 0.92 + size * 0.4, "font-size": size, "stroke-width": size * 0.22 }, place.name);
    });
    this.svg.append(draw("g", { class: "names", "aria-hidden": "true" }, ...written));
  }

  placeOf(name, player = this.player) {
    return placeOf(this.places, name, player);
  }

  // Everything below draws, or turns touches and keys into picks.

  layOut() {
    const view = this.svg.viewBox.baseVal;
    this.spots = new Map();
    for (const [key, place] of this.places) {
      let button = this.buttons.get(key);
      if (!button) {
        button = make("button", { type: "button", tabindex: "-1", "data-key": key, "data-at": place.name, "data-owner": place.owner });
        this.buttons.set(key, button);
        this.overlay.append(button);
      }
      const spot = place.area ? place.points[0] : spotOf(this.svg, place);
      this.spots.set(key, spot);
      const wide = place.area ? place.area.width : place.radius * 2;
      const high = place.area ? place.area.height : place.radius * 2;
      button.style.left = `${(spot.x / view.width) * 100}%`;
      button.style.top = `${(spot.y / view.height) * 100}%`;
      button.style.width = `${(wide / view.width) * 100}%`;
      button.style.height = `${(high / view.height) * 100}%`;
    }
    for (const [key, button] of this.buttons) {
      if (this.places.has(key)) continue;
      button.remove();
      this.buttons.delete(key);
    }
  }

  refresh() {
    if (!this.svg) return;
    const marks = layer(this.svg);
    marks.replaceChildren();
    const from = sources(this.moves);
    const leading = targets(this.moves, this.picked);
    if (this.picked === null) for (const [to, moves] of targets(this.moves, null)) leading.set(to, moves);
    for (const { kind, place, move } of this.extra) {
      if (move) marks.append(way(this.svg, this.places, move, this.player, kind));
      const at = place && this.placeOf(place);
      if (at) marks.append(ring(this.svg, at, kind, { grow: kind === "threat" ? unit(this.svg) * 1.8 : 0 }));
    }
    if (!this.free && !this.extra.some(({ kind }) => kind === "hint")) this.light(marks, from, leading); // a hint stands alone
    if (this.lifted) marks.append(ring(this.svg, this.lifted.place, "picked"));
    if (marks.childElementCount) marks.append(...heights(this.svg)); // a ring must not hide how many there are
    this.label(from, leading);
  }

  /** Light up what can move, or what is picked and where it can go. */
  light(marks, from, leading) {
    if (this.picked !== null && this.placeOf(this.picked)) {
      marks.append(ring(this.svg, this.placeOf(this.picked), "picked"));
    } else if (!this.extra.length) {
      for (const name of from) if (this.placeOf(name)) marks.append(ring(this.svg, this.placeOf(name), "can"));
    }
    const many = leading.size > MANY;
    for (const [name, moves] of leading) if (this.placeOf(name)) marks.append(target(this.svg, this.placeOf(name), moves, many));
  }

  label(from, leading) {
    let first = null;
    let goalFirst = null;
    for (const [key, button] of this.buttons) {
      const place = this.places.get(key);
      const mine = this.active && this.placeOf(place.name) === place;
      const source = mine && from.has(place.name);
      const goal = mine && leading.has(place.name);
      button.className = `place${place.area ? " area" : ""}${source || this.free ? " source" : ""}${goal ? " target" : ""}`;
      const notes = [this.content(place)];
      if (mine && this.picked === place.name) notes.push(say("board.picked"));
      else if (source) notes.push(say("board.can_go"));
      if (goal) notes.push(say("board.can_come"), ...leading.get(place.name).slice(0, 1).map((move) => move.words).filter(Boolean));
      button.setAttribute("aria-label", notes.join(", "));
      if (goal) goalFirst ??= key;
      if (source) first ??= key;
    }
    const here = this.overlay.contains(document.activeElement) && this.buttons.has(this.focused);
    this.rove(here ? this.focused : goalFirst || first || this.buttons.keys().next().value);
  }

  /** Say what stands on a place. */
  content(place) {
    const counts = new Map();
    for (const piece of piecesOn(this.svg, place.name, place.owner)) {
      const kind = piece.dataset.piece;
      const arrow = piece.dataset.arrow || "";
      counts.set(`${kind} ${arrow}`.trim(), (counts.get(`${kind} ${arrow}`.trim()) || 0) + 1);
    }
    const key = `place.${this.game}_${place.name}`;
    const name = has(key) ? say(key) : say("board.place", { place: place.name });
    const pieces = [...counts].map(([kind, number]) => {
      const [piece, arrow] = kind.split(" ");
      const known = `piece.${this.game}_${piece}`;
      const called = (has(known) ? say(known) : piece) + (arrow ? ` ${{ "^": "↑", v: "↓", "<": "←", ">": "→" }[arrow]}` : "");
      return number > 1 ? say("board.many", { number, piece: called }) : called;
    });
    return say("board.holds", { place: name, pieces: pieces.join(", ") || say("board.empty") });
  }

  rove(key) {
    for (const [name, button] of this.buttons) button.tabIndex = name === key ? 0 : -1;
  }

  tap(place) {
    if (!this.active) return this.told.idle?.();
    const theirs = this.placeOf(place.name) !== place; // another player's lane, reserve or home
    const meant = theirs ? { refused: { from: this.picked, to: place.name } } : tap(this.moves, this.picked, place.name);
    if (meant.moves) this.settle(meant.moves, place.name);
    else if ("pick" in meant) this.pick(meant.pick ?? firstPick(this.moves));
    else this.told.refused?.(meant.refused.from, meant.refused.to, place.owner || null);
  }

  /** After picking by key, the first place to go to is at hand. */
  tapByKey(button) {
    if (this.free) return this.tapFreely(this.places.get(button.dataset.key));
    const before = this.picked;
    this.tap(this.places.get(button.dataset.key));
    if (this.picked === before || this.picked === null) return;
    const goal = this.overlay.querySelector(".place.target");
    if (!goal) return;
    this.focused = goal.dataset.key;
    this.rove(goal.dataset.key);
    goal.focus({ preventScroll: true });
  }

  /** Play the move, or ask which one of several. */
  settle(moves, name) {
    if (moves.length === 1) return this.told.play(moves[0]);
    const place = this.placeOf(name);
    const view = this.svg.viewBox.baseVal;
    const spot = place ? spotOf(this.svg, place, true) : { x: view.width / 2, y: view.height / 2 };
    const at = { x: (spot.x / view.width) * 100, y: (spot.y / view.height) * 100 };
    choose(this.element, moves, at, (move) => move && this.told.play(move));
  }

  /** Let any piece and any place be pointed at, and call `told` with them; null: back to legal moves. What was picked stays up. */
  letLoose(told) {
    const picked = this.picked !== null && this.picked !== firstPick(this.moves) ? this.placeOf(this.picked) : null;
    this.free = told;
    this.lifted = null;
    if (told && picked) this.lift(picked);
    if (told) this.picked = firstPick(this.moves);
    this.refresh();
    this.told.picked?.(this.picked);
  }

  lift(place) {
    const piece = piecesOn(this.svg, place.name, place.owner).pop();
    this.lifted = piece ? { place, piece: piece.dataset.piece } : null;
    return this.lifted;
  }

  /** First what, then where to, whatever the rules say; a place without a piece, or the same one again, is meant by itself. */
  tapFreely(place) {
    const from = this.lifted;
    this.lifted = null;
    if (!from && this.lift(place)) {
      this.refresh();
      return this.told.lifted?.();
    }
    this.mark([]);
    if (from && from.place !== place) this.free(from.piece, from.place, place);
    else this.free(null, null, place);
  }

  /** Return the place that a point of the window means: what is drawn there, or the nearest one of use. */
  meant(clientX, clientY, button) {
    const useful = (place) => this.free || (place && this.placeOf(place.name) === place && this.isUseful(place.name));
    const named = button && this.places.get(button.dataset.key);
    const under = document.elementsFromPoint(clientX, clientY).map((element) => element.closest?.("[data-piece][data-place]")).find(Boolean);
    const drawn = under && this.svg.contains(under) && this.placeOf(under.dataset.place);
    if (named && useful(named)) return named;
    if (drawn && useful(drawn)) return drawn;
    const point = toPicture(this.svg, clientX, clientY);
    const near = [...this.places.values()]
      .map((place) => ({ place, far: away(this.svg, place, point) - (useful(place) ? 0.35 : 0) }))
      .filter(({ far }) => far < 1.15)
      .sort((one, other) => one.far - other.far)[0];
    return (near && useful(near.place) && near.place) || named || near?.place || null;
  }

  isUseful(name) {
    return sources(this.moves).has(name) || targets(this.moves, this.picked).has(name) || targets(this.moves, null).has(name);
  }

  listen() {
    const { element } = this;
    element.addEventListener("click", (event) => {
      if (event.target.closest(".chooser")) return;
      close(element);
      if (this.dragging.justDropped()) return; // the click that follows is no tap
      const button = event.target.closest(".place");
      if (event.detail === 0 && button) return this.tapByKey(button);
      const place = this.svg && this.meant(event.clientX, event.clientY, button);
      if (place && this.free) this.tapFreely(place);
      else if (place) this.tap(place);
    });
    this.dragging = new Dragging(this);
    this.overlay.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog:modal")) this.undoPick();
    });
    this.overlay.addEventListener("focusin", (event) => this.consider(event.target));
    this.overlay.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.consider(event.target));
    this.overlay.addEventListener("pointerout", () => this.told.considered?.(null));
  }

  key(event) {
    const button = event.target.closest(".place");
    if (!button) return;
    if (event.key.startsWith("Arrow")) {
      const next = neighbour(this.spots, button.dataset.key, event.key);
      if (next) {
        this.focused = next;
        this.rove(next);
        this.buttons.get(next).focus({ preventScroll: true });
      }
      event.preventDefault();
    }
  }

  /** Put down what is picked, take the plate and the hint away; tell whether there was anything of it. */
  undoPick() {
    const first = firstPick(this.moves);
    const open = this.element.querySelector(".chooser");
    if (!open && this.picked === first && !this.lifted && !this.extra.some(({ kind }) => kind === "hint")) return false;
    this.lifted = null;
    this.dragging.letGo();
    this.pick(first);
    return true;
  }

  consider(element) {
    const button = element.closest?.(".place");
    if (!button || !this.active || this.free) return;
    if (document.activeElement === button) this.focused = button.dataset.key;
    const moves = targets(this.moves, this.picked).get(button.dataset.at);
    this.preview(moves?.[0] ?? null);
    if (!moves?.length) return this.told.considered?.(null);
    this.told.considered?.(moves.length === 1 ? moves[0] : null);
  }
}
