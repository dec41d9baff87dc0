// The page without a server: it goes on by itself as soon as there is one again.

import { addressOf } from "./addresses.js";

const OFTEN = 2500; // milliseconds

async function tryAgain() {
  const answer = await fetch(addressOf("/healthz"), { cache: "no-store" }).catch(() => null);
  if (answer?.ok && location.pathname !== addressOf("/offline")) location.reload();
  else setTimeout(tryAgain, OFTEN);
}

setTimeout(tryAgain, OFTEN);
