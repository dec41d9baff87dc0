// Players for boardgame.io's server: two sockets a match, each moving when it is its turn. Prints what was seen as JSON.
import { createRequire } from "node:module";

const require = createRequire(process.env.BOARDGAME_IO);
const { io } = require("socket.io-client");
const [port, matches, seconds, think] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/tic-tac-toe`;
const delays = [];
let moves = 0;
let counting = false;
let stopping = false;

class Player {
  constructor(match, id) {
    Object.assign(this, { match, id, sentAt: 0, other: null });
  }

  begin() {
    this.socket = io(url, { transports: ["websocket"], forceNew: true });
    return new Promise((resolve) => {
      this.socket.on("sync", (match, { state }) => {
        this.state = state;
        resolve();
      });
      this.socket.on("update", (match, state) => this.hear(state));
      this.socket.on("connect", () => this.socket.emit("sync", this.match, this.id, undefined, 2));
    });
  }

  hear(state) {
    this.state = state;
    if (state.ctx.currentPlayer !== this.id) return; // what this player did itself
    if (counting) {
      moves += 1;
      delays.push(performance.now() - this.other.sentAt);
    }
    this.goOn();
  }

  goOn() {
    if (stopping) return;
    if (think) setTimeout(() => this.move(), 1000 * think);
    else this.move();
  }

  move() {
    const free = this.state.G.cells.flatMap((cell, index) => (cell === null ? [index] : []));
    const args = [free[Math.floor(Math.random() * free.length)]];
    const action = { type: "MAKE_MOVE", payload: { type: "clickCell", args, playerID: this.id } };
    this.sentAt = performance.now();
    this.socket.emit("update", action, this.state._stateID, this.match, this.id);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const first = [];
for (let number = 0; number < matches; number += 1) {
  const pair = ["0", "1"].map((id) => new Player(`match-${number}`, id));
  [pair[0].other, pair[1].other] = [pair[1], pair[0]];
  for (const player of pair) await player.begin();
  first.push(pair[0]);
}
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (const player of first) setTimeout(() => player.move(), 1000 * think * Math.random());
await pause(1000);
console.log("begin");
counting = true;
await pause(1000 * seconds);
counting = false;
stopping = true;
delays.sort((a, b) => a - b);
const at = (share) => delays[Math.floor(share * (delays.length - 1))];
console.log(`result ${JSON.stringify({ moves, p50: at(0.5) / 1000, p99: at(0.99) / 1000 })}`);
process.exit(0);
