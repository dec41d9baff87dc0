// The home page: games that wait to be continued, and how far the strong opponents have got with getting ready.

import { get } from "./api.js";
import { find, make } from "./elements.js";
import { theme } from "./settings.js";
import { lang, say } from "./words.js";

async function showUnfinished() {
  const { matches } = await get("/api/matches");
  const open = matches.filter((match) => !match.result).slice(0, 12);
  find("continue").hidden = !open.length;
  find("continue-list").replaceChildren(...open.map(line));
}

function line(match) {
  const query = new URLSearchParams({ theme: theme(), lang, position: match.position });
  for (const [name, value] of Object.entries(match.options || {})) query.set(name, value);
  const names = match.players.map((player) => (player.who === "human" ? player.name : player.label)).join(" – ");
  const steps = match.steps ? say("home.continue_step", { steps: match.steps }) : say("home.continue_none");
  return make("li", {}, make("a", { href: match.url },
    make("img", { src: `/pictures/${match.game}.svg?${query}`, alt: "", width: 64, height: 64, loading: "lazy" }),
    make("span", {}, make("b", {}, match.title), make("small", {}, names), make("small", {}, steps))));
}

async function watchWarming() {
  const told = await get("/api/warm").catch(() => null);
  if (!told) return;
  const going = told.done < told.total;
  find("warm").hidden = !going;
  if (!going) return;
  find("warm").textContent = say("home.warming", told);
  setTimeout(watchWarming, 1500);
}

showUnfinished().catch(() => {});
watchWarming();
