// The sides of a game: a player alone, or a team.

import { hundredths, say } from "./words.js";

/**
 * Return the sides of a game: players who win together share one name and one chance, those of the first of them.
 * @param {PlayerView[]} players
 * @returns {PlayerView[]}
 */
export function sidesOf(players) {
  const teams = [...new Set(players.map(({ team }) => team))];
  return teams.map((team) => {
    const together = players.filter((player) => player.team === team);
    return { ...together[0], name: together.map(({ name }) => name).join(say("replay.together")) };
  });
}

/**
 * Say how likely each side is to win.
 * @param {PlayerView[]} players
 * @param {Chance[]} chances
 * @returns {string[]}
 */
export function sayChances(players, chances) {
  return sidesOf(players).flatMap(({ player, name }) => chances
    .filter((one) => String(one.player) === player)
    .map(({ chance }) => say("study.chance", { name, chance: hundredths(chance) })));
}
