// Types of the page scripts, checked by `make lint` and by nothing else: browsers run the scripts as they are.
// What the API sends is described by the server (/openapi.json); a test checks these interfaces against that description.

type Options = Record<string, string | number | boolean>;
type Theme = "light" | "dark";

interface ErrorBody {
  code: string;
  message: string;
}

interface MotionView {
  piece: string;
  number: number;
  path: string[];
  how: string;
}

interface MoveView {
  move: string;
  from: string | null;
  to: string | null;
  choice: string | null;
  words: string;
  /** The move as a person says it, and the effects that this leaves out. */
  label: string;
  outcome: string;
  effects: string[];
  pointing: string | null;
  motion: MotionView[];
}

interface PlayerView {
  player: string;
  name: string;
  team: number;
}

interface ResultView {
  winners: string[];
  by: string;
  words: string;
  why: string;
}

interface StandingView {
  game: string;
  title: string;
  options: Options;
  position: string;
  waits_for: "throw" | "move" | "nothing";
  turn: string;
  thrown: number | null;
  throws: number[];
  status: string;
  description: string;
  svg: string;
  turned: boolean;
  turnable: boolean;
  moves: MoveView[];
  last: MoveView | null;
  result: ResultView | null;
}

interface PositionView extends StandingView {
  players: PlayerView[];
}

interface FrameView {
  step: number;
  position: string;
  svg: string;
  thrown: number | null;
  move: MoveView | null;
  words: string;
  short: string;
  player: string | null;
}

interface ReplayView {
  game: string;
  title: string;
  options: Options;
  players: PlayerView[];
  turned: boolean;
  turnable: boolean;
  total: number;
  frames: FrameView[];
  result: ResultView | null;
  record: string;
}

interface HintView {
  move: MoveView;
  words: string;
  chance: number | null;
}

interface WordsView {
  words: string;
}

interface DangersView {
  places: string[];
  words: string;
}

interface WarmView {
  done: number;
  total: number;
  what: string;
  ready: boolean;
}

interface NetworkView {
  origin: string | null;
  addresses: string[];
  public: boolean;
  changeable: boolean;
}

interface QrView {
  address: string;
  svg: string;
}

interface SeatView extends PlayerView {
  who: string;
  label: string;
}

interface ClockView {
  kind: "move" | "total" | "days";
  seconds: number;
  increment: number;
  left: Record<string, number>;
  running: string | null;
  since: number;
}

interface ProposalView {
  seq: number;
  player: string;
  what: string;
  seat: string | null;
  yours: boolean;
  words: string;
}

interface TalkView {
  seq: number;
  at: number;
  player: string;
  name: string;
  words: string;
}

/** The part around the board of a match that people play from different devices. */
interface GatheringView {
  begun: boolean;
  host: boolean;
  own: string[];
  open: string[];
  kept: string[];
  awaited: string[];
  rated: boolean;
  watchable: boolean;
  listed: boolean;
  strangers: boolean;
  chat: boolean;
  clock: ClockView | null;
  proposal: ProposalView | null;
  offers: string[];
  talk: TalkView[];
  rematch: string | null;
  rematch_by: string | null;
  tournament: string | null;
}

interface MatchView extends StandingView {
  players: SeatView[];
  id: string;
  seq: number;
  yours: boolean;
  again: string;
  thinking: boolean;
  can_undo: boolean;
  steps: number;
  commitment: string;
  seed: string | null;
  checkable: boolean | null;
  opening: number[][];
  url: string;
  together?: GatheringView;
}

interface OpenMatchView {
  links: Record<string, string>;
  view: MatchView;
}

interface InvitationView {
  id: string;
  game: string;
  title: string;
  options: Options;
  seat: PlayerView;
  name: string;
  people: string[];
  clock: Record<string, unknown> | null;
  rated: boolean;
  commitment: string;
  yours: boolean;
  moving: boolean;
  url: string;
}

interface JoinedView {
  player: string;
  view: MatchView;
}

interface LinkView {
  link: string;
}

interface NextMatchView {
  match: string;
}

interface MatchShort {
  id: string;
  game: string;
  options: Options;
  title: string;
  players: SeatView[];
  own: string[];
  status: string;
  yours: boolean;
  result: ResultView | null;
  steps: number;
  seq: number;
  position: string;
  created: number;
  updated: number;
  finished: number | null;
  url: string;
}

interface MatchList {
  matches: MatchShort[];
}

interface RatingView {
  points: number;
  spread: number;
  sure: boolean;
  games: number;
  words: string;
}

interface ChallengeView {
  match: string;
  game: string;
  title: string;
  name: string;
  options: string[];
  clock: string;
  rated: boolean;
  rating: RatingView | null;
  least: number | null;
  most: number | null;
  open: number;
  age: number;
  yours: boolean;
}

interface GameCount {
  game: string;
  waiting: number;
  playing: number;
}

interface LobbyView {
  challenges: ChallengeView[];
  counts: GameCount[];
}

interface OwnChallenges {
  challenges: ChallengeView[];
}

interface PairingView {
  state: "waiting" | "found" | "ready";
  match: string;
  player: string | null;
  commitment: string;
  url: string;
}

interface AccountView {
  name: string;
  public: boolean;
  created: number;
}

interface DeviceView {
  id: string;
  label: string;
  created: number;
  used: number;
  this: boolean;
}

interface BlockView {
  id: string;
  name: string;
  game: string;
  title: string;
  at: number;
}

interface MeView {
  account: AccountView | null;
  devices: DeviceView[];
  blocked: BlockView[];
  bots: string[];
}

interface TournamentShort {
  id: string;
  name: string;
  game: string;
  title: string;
  state: string;
  round: number;
  entrants: number;
  created: number;
}

interface TournamentLists {
  open: TournamentShort[];
  running: TournamentShort[];
  over: TournamentShort[];
}

interface EntrantView {
  place: number;
  number: number;
  name: string;
  score: number;
  opponents: number;
  wins: number;
  played: number;
  computer: boolean;
  gone: boolean;
  you: boolean;
}

interface MeetingView {
  round: number;
  board: number;
  first: string;
  second: string | null;
  match: string | null;
  scores: number[] | null;
  yours: boolean;
}

interface TournamentView extends TournamentShort {
  kind: string;
  rounds: number;
  clock: Record<string, unknown>;
  grace: number;
  options: Options;
  standings: EntrantView[];
  meetings: MeetingView[];
  winners: string[];
  own: boolean;
  entered: boolean;
}

interface Choice {
  value: string;
  label: string;
}

interface HistoryView {
  matches: MatchShort[];
  total: number;
  all: number;
  games: Choice[];
  opponents: Choice[];
}

interface EventView {
  seq: number;
  at: number;
  kind: string;
  data: Record<string, unknown>;
  player: string | null;
  words: string;
  move: MoveView | null;
}

interface ActionView {
  events: EventView[];
  view: MatchView;
}

interface DiceView {
  scheme: number;
  commitment: string;
  seed: string | null;
  nonces: string[];
  chance: string[];
  opening: number[];
  throws: number[];
  chances: number[];
}

interface StaleView {
  error: ErrorBody;
  events?: EventView[];
  view?: MatchView;
}

interface RulesView {
  markdown: string;
  html: string;
  credit: string;
}

interface LessonShort {
  number: number;
  title: string;
  steps: number;
}

interface LessonsView {
  lessons: LessonShort[];
}

interface LessonStepView {
  lesson: number;
  step: number;
  steps: number;
  title: string;
  text: string;
  asks: "throw" | "move";
  names: string[];
  view: PositionView;
}

interface TryView {
  right: boolean;
  words: string;
  view: PositionView;
}

interface AnalysisStarted {
  id: string;
}

interface AnalysisView {
  id: string;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  kind: "position" | "record";
  progress: number;
  result: AnalysisResult | null;
  preparing: WarmView | null;
}

// The results of an analysis so far; the API describes them only as an object.

interface Chance {
  player: string;
  chance: number;
}

interface MoveValue {
  move: string;
  chance?: number;
  exact?: boolean;
}

interface ThrowValue {
  throw: number;
  best: string;
  luck: number;
  probability: number;
}

interface StepAnalysis {
  step: number;
  player: string;
  move: string;
  throw: number | null;
  best: string;
  loss: number;
  luck: number | null;
  verdict: string | null;
  chances_before: Chance[];
  chances_after: Chance[];
}

interface PlayerTotal {
  player: string;
  throws: number;
  luck: number;
  decisions: number;
  verdicts: Record<string, number>;
  accuracy: number | null;
}

interface TurningPoint {
  step: number;
  kind: "throw" | "move";
  player: string;
  change: number;
}

interface AnalysisResult {
  engine?: string;
  exact?: boolean;
  depth?: number;
  seconds?: number;
  chances?: Chance[];
  moves?: MoveValue[];
  throws?: ThrowValue[];
  steps?: StepAnalysis[];
  totals?: PlayerTotal[];
  turning_points?: TurningPoint[];
}

// Messages on the socket of a match: a change, an error, or only whether the computer is thinking.

interface LiveNews {
  answer?: string;
  error?: ErrorBody;
  thinking?: boolean;
  /** In matches on different devices: the players who are there, the number of spectators, and the server's time. */
  present?: string[];
  watching?: number;
  time?: number;
  events?: EventView[];
}

interface LiveMessage extends LiveNews {
  view?: MatchView;
}

/** The same as it is sent: the changed fields of the match, and its picture in parts, new or by their numbers in the previous picture. */
interface LiveChange extends LiveNews {
  view?: Partial<MatchView>;
  picture?: (string | [number, number])[];
}

// Types of the scripts themselves.

/** The interface of the part around the board, if people play from different devices. */
interface Company {
  /** Process who is there. */
  meet(message: LiveMessage): void;
  /** Process what happened around the board. */
  follow(events: EventView[], all: EventView[]): void;
  /** Return the event number from which the page wants events. */
  since(): number;
  /** Add people's clocks and presence to the panel after it was rebuilt. */
  dress(): void;
  /** Return the rematch button. */
  again(): HTMLElement[];
}

interface Point {
  x: number;
  y: number;
}

/** A place of a board's picture. `key` is its name and owner; `area` is its box where it is a field rather than a point. */
interface Place {
  key: string;
  name: string;
  owner: string;
  element: SVGGraphicsElement;
  points: Point[];
  radius: number;
  area: DOMRect | null;
}

/** A mark on a board other than those for picking. */
interface BoardMark {
  kind: string;
  place?: string;
  move?: MoveView;
}

/** Places that a text mentions, and their owner if each player has such a place. */
interface Spoken {
  places: (string | null)[];
  player: string;
}

/** A board's callbacks; `to` and `owner` of `refused` are those of the place that was tapped. */
interface BoardListener {
  play(move: MoveView): void;
  refused?(from: string | null, to: string, owner?: string | null): void;
  idle?(): void;
  picked?(from: string | null): void;
  considered?(move: MoveView | null): void;
  lifted?(): void;
}

/** Called with the piece and its place (or null) and the place pointed at, while any piece and any place can be pointed at. */
type FreeListener = (piece: string | null, from: Place | null, to: Place) => void;

type Attribute = string | number | boolean | null | undefined;
type Attributes = Record<string, Attribute | ((event: any) => unknown)>;
type Child = Node | string | null | undefined;

interface PageSettings {
  sound: boolean;
  speed: string;
  coordinates: boolean;
  facing: boolean;
  forced: string;
  throws: boolean;
  words?: boolean;
  past?: boolean;
  [other: string]: unknown;
}

/** Elements in the templates, each on the pages whose scripts use it; a test looks them up there. */
interface PageElements {
  "actions": HTMLElement;
  "again-button": HTMLButtonElement;
  "analyse-button": HTMLButtonElement;
  "announce": HTMLElement;
  "back": HTMLButtonElement;
  "blocked": HTMLElement;
  "blocked-none": HTMLElement;
  "blocked-title": HTMLElement;
  "blunders": HTMLElement;
  "board": HTMLElement;
  "board-here": HTMLAnchorElement;
  "bots": HTMLElement;
  "bots-part": HTMLElement;
  "call-off-dialog": HTMLDialogElement;
  "chances": HTMLElement;
  "judged": HTMLElement;
  "character": HTMLElement;
  "chart": HTMLElement;
  "chart-box": HTMLElement;
  "chart-caption": HTMLElement;
  "chat": HTMLInputElement;
  "continue": HTMLElement;
  "continue-list": HTMLElement;
  "coordinates": HTMLInputElement;
  "create-form": HTMLFormElement;
  "create-name": HTMLInputElement;
  "create-passphrase": HTMLInputElement;
  "create-public": HTMLInputElement;
  "credit": HTMLElement;
  "dangers-button": HTMLButtonElement;
  "description": HTMLElement;
  "devices": HTMLElement;
  "devices-title": HTMLElement;
  "download": HTMLAnchorElement;
  "earlier-list": HTMLElement;
  "earlier-part": HTMLDetailsElement;
  "edit-button": HTMLButtonElement;
  "enter-form": HTMLFormElement;
  "enter-name": HTMLInputElement;
  "enter-passphrase": HTMLInputElement;
  "entrants": HTMLElement;
  "everybody": HTMLElement;
  "example": HTMLElement;
  "export": HTMLButtonElement;
  "facing": HTMLInputElement;
  "first": HTMLButtonElement;
  "forced": HTMLSelectElement;
  "forward": HTMLButtonElement;
  "game-title": HTMLElement;
  "goal": HTMLElement;
  "hint-button": HTMLButtonElement;
  "in-words": HTMLDetailsElement;
  "invited-else": HTMLElement;
  "invited-facts": HTMLElement;
  "invited-form": HTMLFormElement;
  "invited-goal": HTMLElement;
  "invited-heading": HTMLElement;
  "invited-name": HTMLInputElement;
  "invited-picture": HTMLElement;
  "invited-problem": HTMLElement;
  "invited-sit": HTMLButtonElement;
  "invited-watch": HTMLAnchorElement;
  "join-address": HTMLElement;
  "join-also": HTMLElement;
  "join-by-hand": HTMLElement;
  "join-closed": HTMLElement;
  "join-code": HTMLElement;
  "join-copy": HTMLButtonElement;
  "join-first": HTMLElement;
  "join-seat": HTMLElement;
  "join-title-others": HTMLElement;
  "join-title-seat": HTMLElement;
  "join-fixed": HTMLElement;
  "join-how": HTMLElement;
  "join-open": HTMLButtonElement;
  "join-opened": HTMLElement;
  "join-others": HTMLElement;
  "join-problem": HTMLElement;
  "join-public": HTMLElement;
  "join-send": HTMLButtonElement;
  "join-status": HTMLElement;
  "join-stop": HTMLButtonElement;
  "join-too-long": HTMLElement;
  "keys-button": HTMLButtonElement;
  "keys-dialog": HTMLDialogElement;
  "large-print": HTMLInputElement;
  "last": HTMLButtonElement;
  "leave-dialog": HTMLDialogElement;
  "lesson-text": HTMLElement;
  "lesson-title": HTMLElement;
  "levels": HTMLElement;
  "line": HTMLElement;
  "live": HTMLInputElement;
  "lobby-cancel": HTMLButtonElement;
  "lobby-form": HTMLFormElement;
  "lobby-list": HTMLElement;
  "lobby-none": HTMLElement;
  "lobby-offer": HTMLButtonElement;
  "lobby-play": HTMLButtonElement;
  "lobby-rated": HTMLInputElement;
  "lobby-waiting": HTMLElement;
  "lobby-waiting-text": HTMLElement;
  "main": HTMLElement;
  "message": HTMLElement;
  "mine-filter": HTMLFormElement;
  "mine-game": HTMLSelectElement;
  "mine-list": HTMLElement;
  "mine-more": HTMLButtonElement;
  "mine-none": HTMLElement;
  "mine-number": HTMLElement;
  "mine-opponent": HTMLSelectElement;
  "mine-title": HTMLElement;
  "move-lines": HTMLElement;
  "moves": HTMLElement;
  "my-name": HTMLInputElement;
  "name-form": HTMLFormElement;
  "new-game": HTMLFormElement;
  "new-passphrase": HTMLInputElement;
  "numbers": HTMLElement;
  "offline": HTMLElement;
  "old-passphrase": HTMLInputElement;
  "online": HTMLElement;
  "own-name": HTMLInputElement;
  "own-profile": HTMLAnchorElement;
  "own-public": HTMLInputElement;
  "passphrase-form": HTMLFormElement;
  "passphrase-name": HTMLInputElement;
  "passphrase-part": HTMLDetailsElement;
  "past": HTMLElement;
  "past-button": HTMLButtonElement;
  "past-close": HTMLButtonElement;
  "past-dialog": HTMLDialogElement;
  "past-empty": HTMLElement;
  "picture": HTMLElement;
  "play": HTMLButtonElement;
  "play-here": HTMLAnchorElement;
  "players": HTMLElement;
  "position": HTMLTextAreaElement;
  "problem": HTMLElement;
  "progress": HTMLProgressElement;
  "progress-line": HTMLElement;
  "progress-words": HTMLElement;
  "public-form": HTMLFormElement;
  "removal-confirmed": HTMLElement;
  "removal-dialog": HTMLDialogElement;
  "removal-form": HTMLFormElement;
  "removal-name": HTMLInputElement;
  "removal-passphrase": HTMLInputElement;
  "remove-all": HTMLButtonElement;
  "remove-dialog": HTMLDialogElement;
  "remove-text": HTMLElement;
  "removed": HTMLElement;
  "resign-button": HTMLButtonElement;
  "resign-dialog": HTMLDialogElement;
  "result": HTMLElement;
  "round-list": HTMLElement;
  "round-part": HTMLElement;
  "round-title": HTMLElement;
  "rules-button": HTMLButtonElement;
  "rules-dialog": HTMLDialogElement;
  "rules-text": HTMLElement;
  "run": HTMLButtonElement;
  "see-again": HTMLButtonElement;
  "set": HTMLFormElement;
  "settings-button": HTMLButtonElement;
  "settings-dialog": HTMLDialogElement;
  "share-position": HTMLButtonElement;
  "share-replay": HTMLButtonElement;
  "shared": HTMLElement;
  "show-all": HTMLButtonElement;
  "sides": HTMLElement;
  "sign-out": HTMLButtonElement;
  "sign-out-others": HTMLButtonElement;
  "signed-in": HTMLElement;
  "signed-out": HTMLElement;
  "sound": HTMLInputElement;
  "sound-button": HTMLButtonElement;
  "speed": HTMLSelectElement;
  "standings": HTMLElement;
  "standings-rows": HTMLElement;
  "start-button": HTMLButtonElement;
  "status": HTMLElement;
  "step": HTMLInputElement;
  "step-words": HTMLElement;
  "steps": HTMLElement;
  "story": HTMLElement;
  "table-title": HTMLElement;
  "teams": HTMLElement;
  "theme-choice": HTMLButtonElement;
  "thinking": HTMLElement;
  "thinking-words": HTMLElement;
  "thrown": HTMLElement;
  "throws": HTMLInputElement;
  "tie-note": HTMLElement;
  "toolbar": HTMLElement;
  "totals": HTMLElement;
  "tournament-actions": HTMLElement;
  "tournament-begin": HTMLButtonElement;
  "tournament-form": HTMLFormElement;
  "tournament-kind-help": HTMLElement;
  "tournament-name-line": HTMLElement;
  "tournament-note": HTMLElement;
  "tournament-plays": HTMLInputElement;
  "tournament-rounds": HTMLSelectElement;
  "tournament-rounds-line": HTMLElement;
  "tournament-status": HTMLElement;
  "tournament-title": HTMLInputElement;
  "tournament-told": HTMLElement;
  "tournaments-none": HTMLElement;
  "tournaments-open": HTMLElement;
  "tournaments-open-part": HTMLElement;
  "tournaments-over": HTMLElement;
  "tournaments-over-part": HTMLElement;
  "tournaments-running": HTMLElement;
  "tournaments-running-part": HTMLElement;
  "typed": HTMLFormElement;
  "typed-move": HTMLInputElement;
  "typed-moves": HTMLElement;
  "undo-button": HTMLButtonElement;
  "values": HTMLElement;
  "verdict": HTMLElement;
  "warm": HTMLElement;
  "watchable": HTMLInputElement;
  "why-button": HTMLButtonElement;
  "you-title": HTMLElement;
  "you-told": HTMLElement;
  "you-who": HTMLElement;
}

/** Elements that only some pages have, or that come and go. */
interface PassingElements {
  "easy-words": HTMLInputElement;
  "join-button": HTMLButtonElement;
  "join-dialog": HTMLDialogElement;
  "only": HTMLButtonElement;
  "theme-button": HTMLButtonElement;
  "throw": HTMLButtonElement;
  "welcome": HTMLElement;
}
