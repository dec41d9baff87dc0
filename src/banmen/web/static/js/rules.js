// The rules page: examples can be played on the board beside the text.

import { find } from "./elements.js";
import { bindExamples } from "./examples.js";

const wide = matchMedia("(min-width: 60rem)").matches;
bindExamples(find("rules-text"), document.body.dataset.game ?? "", wide ? find("example") : null);
