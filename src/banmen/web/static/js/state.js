// What the play page knows: one plain object that its parts read and change.

const { match: id } = document.body.dataset;

export const state = {
  id,
  path: `/api/matches/${encodeURIComponent(id)}`,
  board: null,
  view: null, // the match as the server told it last
  showing: false, // something is moving
  acting: false, // something has been sent and not been answered
  away: false, // the server cannot be reached
  note: "", // the last thing told that stays until the next move
};
