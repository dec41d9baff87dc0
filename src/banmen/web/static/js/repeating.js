// Polling for other people's changes, less often while the page is hidden.

const OFTEN = 3000; // milliseconds between polls
const LATER = 15000; // the same while the page is hidden

/**
 * Repeat something until it returns true; what fails may succeed the next time.
 * @param {() => Promise<boolean | void>} work
 * @param {number} often
 */
export async function repeat(work, often = OFTEN) {
  while (!(await work().catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? Math.max(LATER, often) : often));
  }
}
