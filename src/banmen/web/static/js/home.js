// The home page: unfinished games, a way to let others join, and the progress of the strong opponents' preparation.

import { watchUnfinished } from "./continuing.js";
import { find } from "./elements.js";
import { watchWarming } from "./warming.js";

const joining = find("join-button");
joining?.addEventListener("click", async () => (await import("./joining.js")).showJoining());
if (joining) joining.disabled = false;

watchUnfinished().catch(() => {});
watchWarming();
