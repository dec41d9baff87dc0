// The home page: games that wait to be continued, a way to let others join, and how far the strong opponents have got with getting
// ready.

import { watchUnfinished } from "./continuing.js";
import { find } from "./elements.js";
import { watchWarming } from "./warming.js";

const joining = find("join-button");
joining?.addEventListener("click", async () => (await import("./joining.js")).showJoining());
if (joining) joining.disabled = false;

watchUnfinished().catch(() => {});
watchWarming();
