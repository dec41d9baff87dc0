// The home page: games that wait to be continued, and how far the strong opponents have got with getting ready.

import { get } from "./api.js";
import { watchUnfinished } from "./continuing.js";
import { find } from "./elements.js";
import { say } from "./words.js";

async function watchWarming() {
  const told = await get("/api/warm").catch(() => null);
  if (!told) return;
  const going = told.done < told.total;
  find("warm").hidden = !going;
  if (!going) return;
  find("warm").textContent = say("home.warming", told);
  setTimeout(watchWarming, 1500);
}

watchUnfinished().catch(() => {});
watchWarming();
