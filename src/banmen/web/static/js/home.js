// The home page: games that wait to be continued, and how far the strong opponents have got with getting ready.

import { watchUnfinished } from "./continuing.js";
import { watchWarming } from "./warming.js";

watchUnfinished().catch(() => {});
watchWarming();
