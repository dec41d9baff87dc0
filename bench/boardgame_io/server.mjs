// boardgame.io's own server with its usual example, all in memory. A full board is cleared, so that a match never has to be
// begun anew while moves are counted.
import { createRequire } from "node:module";

const require = createRequire(process.env.BOARDGAME_IO);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells.fill(null);
    },
  },
};

const server = Server({ games: [TicTacToe], origins: ["http://127.0.0.1"] });
const running = await server.run({ port: 0, callback: () => {} });
console.log(`port ${running.appServer.address().port}`);
