// The page without a server: it continues by itself as soon as the server is back.

import { addressOf } from "./addresses.js";

const OFTEN = 2500; // milliseconds

async function tryAgain() {
  const answer = await fetch(addressOf("/healthz"), { cache: "no-store" }).catch(() => null);
  if (answer?.ok && location.pathname !== addressOf("/offline")) location.reload();
  else setTimeout(tryAgain, OFTEN);
}

setTimeout(tryAgain, OFTEN);
