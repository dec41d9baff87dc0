// The board: the server's picture, real buttons over its places, and picking by taps, drags and keys.
// It knows no rules: it gets the legal moves, and reports which one was chosen.

import { close, choose } from "./chooser.js";
import { Dragging } from "./dragging.js";
import { morph, buttonAt, findAll, unset, make, parsePicture, targetOf } from "./elements.js";
import { placeWords } from "./format.js";
import { lay, neighbour, piecesOn, placeOf, readPlaces, spotOf } from "./geometry.js";
import { heights, isTurned, layer, ring, showNames, target, unit, way } from "./marks.js";
import { findMeant, listNamed, MANY } from "./meaning.js";
import { firstPick, sources, tap, targets } from "./selection.js";
import { say } from "./words.js";

export class Board {
  /**
   * `listener` has play(move), refused(from, to, owner), idle() for taps when nothing can be picked, picked(from), considered(move or null),
   * and lifted() for what is picked while anything can be.
   * @param {HTMLElement} element
   * @param {BoardListener} listener
   */
  constructor(element, listener) {
    this.element = element;
    this.listener = listener;
    /** @type {SVGSVGElement} */
    this.svg = unset(); // until something is shown
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, Point>} */
    this.spots = new Map();
    this.focused = "";
    /** @type {{place: Place, piece: string} | null} */
    this.lifted = null;
    /** @type {MoveView[]} */
    this.moves = [];
    this.player = "";
    this.active = false;
    /** @type {string | null} */
    this.picked = null;
    /** @type {BoardMark[]} */
    this.extra = []; // marks other than those for picking: hints, dangers, a better move
    /** @type {Spoken[]} */
    this.spoken = []; // the places mentioned by the text beside the board
    this.allNames = false;
    /** @type {FreeListener | null} */
    this.free = null; // while any piece and any place can be pointed at: called with the piece, its place and the other place
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.overlay = make("div", { class: "places", role: "group", "aria-label": say("board.label") });
    element.append(this.overlay);
    this.dragging = new Dragging(this);
    this.listen();
  }

  /**
   * Show a picture.
   * @param {string} text
   */
  show(text) {
    const svg = parsePicture(text);
    for (const name of ["width", "height", "role"]) svg.removeAttribute(name);
    for (const said of svg.querySelectorAll(":scope > :is(title, desc, metadata)")) said.remove(); // described elsewhere, place by place
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("focusable", "false");
    if (this.svg) morph(this.svg, svg);
    else this.element.prepend(this.svg = document.importNode(svg, true));
    const { width, height } = this.svg.viewBox.baseVal;
    this.element.style.setProperty("--shape", String(width / height));
    this.element.parentElement?.style.setProperty("--shape", String(width / height));
    this.element.setAttribute("aria-busy", "false");
    this.places = readPlaces(this.svg);
    this.extra = [];
    this.layOut();
  }

  /**
   * Offer moves to the player to move; unless `active`, nothing can be picked.
   * @param {MoveView[]} moves
   * @param {string} player
   * @param {boolean} active
   */
  offer(moves, player, active) {
    close(this.element);
    this.moves = active ? moves : [];
    this.player = player;
    this.active = active;
    this.picked = active ? firstPick(moves) : null;
    this.refresh();
  }

  /**
   * Pick up the piece on a place, or put it down (null).
   * @param {string | null} name
   */
  pick(name) {
    this.picked = name;
    this.extra = this.extra.filter(({ kind }) => kind !== "hint"); // a player who picks has seen it, or is looking for something else
    close(this.element);
    this.refresh();
    this.listener.picked?.(name);
  }

  /**
   * Add marks: a list of {kind, place} and {kind, move}.
   * @param {BoardMark[]} list
   */
  mark(list) {
    this.extra = list;
    this.refresh();
  }

  /**
   * Restore the pick and the marks after the picture has changed its form.
   * @param {string | null} picked
   * @param {BoardMark[]} list
   */
  restore(picked, list) {
    if (picked !== null && this.active) this.pick(picked);
    this.mark(list);
  }

  /**
   * Show the target of a move, or nothing (null).
   * @param {MoveView | null} move
   */
  preview(move) {
    this.svg?.querySelector(".marks .preview")?.remove();
    if (!move || !this.active) return;
    const preview = way(this.svg, this.places, move, this.player);
    preview.classList.add("preview");
    layer(this.svg).prepend(preview);
  }

  /**
   * Show the names of all places, or only of those that are mentioned.
   * @param {boolean} all
   */
  names(all) {
    this.allNames = all;
    this.refresh();
  }

  /**
   * Show the names of the places mentioned in a text, by moves of players or as places.
   * @param {Spoken[]} spoken
   */
  speakOf(spoken) {
    this.spoken = spoken;
    if (this.svg) this.refresh();
  }

  /**
   * @param {string | null | undefined} name
   * @param {string} player
   */
  placeOf(name, player = this.player) {
    return placeOf(this.places, name, player);
  }

  // Everything below draws, or turns touches and keys into picks.

  layOut() {
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
      lay(button, place, spot, this.svg.viewBox.baseVal);
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
      if (at) marks.append(ring(this.svg, at, kind, { grow: kind === "danger" ? unit(this.svg) * 1.8 : 0 }));
    }
    if (!this.free && !this.extra.some(({ kind }) => kind === "hint")) this.light(marks, from, leading); // a hint is shown alone
    if (this.lifted) marks.append(ring(this.svg, this.lifted.place, "picked"));
    if (marks.childElementCount) marks.append(...heights(this.svg)); // a ring must not hide how many there are
    showNames(this.svg, this.allNames ? null : listNamed(this));
    this.label(from, leading);
  }

  /**
   * Highlight what can move, or the picked piece and where it can go.
   * @param {SVGGElement} marks
   * @param {Set<string>} from
   * @param {Map<string, MoveView[]>} leading
   */
  light(marks, from, leading) {
    const picked = this.placeOf(this.picked);
    if (picked) marks.append(ring(this.svg, picked, "picked"));
    else if (!this.extra.length) {
      for (const place of [...from].map((name) => this.placeOf(name))) if (place) marks.append(ring(this.svg, place, "can"));
    }
    const many = leading.size > MANY;
    for (const [name, moves] of leading) {
      const place = this.placeOf(name);
      if (place) marks.append(target(this.svg, place, moves, many));
    }
  }

  /**
   * @param {Set<string>} from
   * @param {Map<string, MoveView[]>} leading
   */
  label(from, leading) {
    let first = "";
    let goalFirst = "";
    for (const [key, button] of this.buttons) {
      const place = this.places.get(key);
      if (!place) continue;
      const mine = this.active && this.placeOf(place.name) === place;
      const source = mine && from.has(place.name);
      const goal = mine ? leading.get(place.name) : undefined;
      button.className = `place${place.area ? " area" : ""}${source || this.free ? " source" : ""}${goal ? " target" : ""}`;
      const notes = [placeWords(this.svg, place)];
      if (mine && this.picked === place.name) notes.push(say("board.picked"));
      else if (source) notes.push(say("board.can_go"));
      if (goal) notes.push(say("board.can_come"), ...goal.slice(0, 1).map((move) => move.words).filter(Boolean));
      button.setAttribute("aria-label", notes.join(", "));
      if (goal) goalFirst ||= key;
      if (source) first ||= key;
    }
    const here = this.overlay.contains(document.activeElement) && this.buttons.has(this.focused);
    this.rove(here ? this.focused : goalFirst || first || this.buttons.keys().next().value);
  }

  /** @param {string | undefined} key */
  rove(key) {
    for (const [name, button] of this.buttons) button.tabIndex = name === key ? 0 : -1;
  }

  /** @param {Place} place */
  tap(place) {
    if (!this.active) return this.listener.idle?.();
    const theirs = this.placeOf(place.name) !== place; // another player's lane, reserve or home
    const meant = theirs ? { refused: { from: this.picked, to: place.name } } : tap(this.moves, this.picked, place.name);
    if (meant.moves) this.settle(meant.moves, place.name);
    else if ("pick" in meant) this.pick(meant.pick ?? firstPick(this.moves));
    else if (meant.refused) {
      this.speakOf([{ places: [meant.refused.from], player: this.player }, { places: [place.name], player: place.owner }]);
      this.listener.refused?.(meant.refused.from, meant.refused.to, place.owner || null);
    }
  }

  /**
   * After picking by key, focus the first target.
   * @param {HTMLElement} button
   */
  tapByKey(button) {
    const place = this.placeOfButton(button);
    if (!place) return;
    if (this.free) return this.tapFreely(place);
    const before = this.picked;
    this.tap(place);
    if (this.picked === null || (this.picked === before && place.name !== before)) return;
    const [goal] = findAll(this.overlay, ".place.target");
    if (!goal) return;
    this.focused = goal.dataset.key ?? "";
    this.rove(this.focused);
    goal.focus({ preventScroll: true });
  }

  /**
   * Play the move, or ask which one of several.
   * @param {MoveView[]} moves
   * @param {string} name
   */
  settle(moves, name) {
    if (moves.length === 1) return this.listener.play(moves[0]);
    const about = this.buttons.get(this.placeOf(name)?.key ?? "") ?? this.element;
    choose(this.element, moves, about.getBoundingClientRect(), isTurned(this.svg), (move) => move && this.listener.play(move));
  }

  /**
   * Let any piece and any place be pointed at, and call `listener` with them; null: back to legal moves. The picked piece stays up.
   * @param {FreeListener | null} listener
   */
  setFreeListener(listener) {
    const picked = this.picked !== null && this.picked !== firstPick(this.moves) ? this.placeOf(this.picked) : null;
    this.free = listener;
    this.lifted = null;
    if (listener && picked) this.lift(picked);
    if (listener) this.picked = firstPick(this.moves);
    this.refresh();
    this.listener.picked?.(this.picked);
  }

  /** @param {Place} place */
  lift(place) {
    const piece = piecesOn(this.svg, place.name, place.owner).pop();
    this.lifted = piece ? { place, piece: piece.dataset.piece ?? "" } : null;
    return this.lifted;
  }

  /**
   * First the piece, then the target, regardless of the rules; a place without a piece, or the same one again, counts by itself.
   * @param {Place} place
   */
  tapFreely(place) {
    const from = this.lifted;
    this.lifted = null;
    if (!from && this.lift(place)) {
      this.refresh();
      return this.listener.lifted?.();
    }
    this.mark([]);
    if (from && from.place !== place) this.free?.(from.piece, from.place, place);
    else this.free?.(null, null, place);
  }

  /**
   * Return the place of an overlay button.
   * @param {HTMLElement | null} button
   */
  placeOfButton(button) {
    return this.places.get(button?.dataset.key ?? "") ?? null;
  }

  /** @param {string} name */
  isUseful(name) {
    return sources(this.moves).has(name) || targets(this.moves, this.picked).has(name) || targets(this.moves, null).has(name);
  }

  listen() {
    const { element } = this;
    element.addEventListener("click", (event) => {
      if (targetOf(event).closest(".chooser")) return;
      close(element);
      if (this.dragging.justDropped()) return; // the click that follows is not a tap
      const button = buttonAt(targetOf(event));
      if (event.detail === 0 && button) return this.tapByKey(button);
      const place = this.svg && findMeant(this, event.clientX, event.clientY, button);
      if (place && this.free) this.tapFreely(place);
      else if (place) this.tap(place);
      else if (!this.active && !this.free) this.listener.idle?.();
    });
    this.overlay.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog:modal")) this.undoPick();
    });
    this.overlay.addEventListener("focusin", (event) => this.consider(targetOf(event)));
    this.overlay.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.consider(targetOf(event)));
    this.overlay.addEventListener("pointerout", () => this.listener.considered?.(null));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const button = buttonAt(targetOf(event));
    if (!button) return;
    if (event.key.startsWith("Arrow")) {
      const next = neighbour(this.spots, button.dataset.key ?? "", event.key);
      if (next) {
        this.focused = next;
        this.rove(next);
        this.buttons.get(next)?.focus({ preventScroll: true });
      }
      event.preventDefault();
    }
  }

  /** Put down the picked piece, remove the chooser and the hint; return whether there was any of them. */
  undoPick() {
    const first = firstPick(this.moves);
    const open = this.element.querySelector(".chooser");
    if (!open && this.picked === first && !this.lifted && !this.extra.some(({ kind }) => kind === "hint")) return false;
    this.lifted = null;
    this.dragging.letGo();
    this.pick(first);
    return true;
  }

  /** @param {HTMLElement} element */
  consider(element) {
    const button = buttonAt(element);
    if (!button || !this.active || this.free) return;
    if (document.activeElement === button) this.focused = button.dataset.key ?? "";
    const moves = targets(this.moves, this.picked).get(button.dataset.at ?? "");
    this.preview(moves?.[0] ?? null);
    if (!moves?.length) return this.listener.considered?.(null);
    this.listener.considered?.(moves.length === 1 ? moves[0] : null);
  }
}
