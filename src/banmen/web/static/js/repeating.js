// Looking again and again at what others change, less often while nobody looks at the page.

const OFTEN = 3000; // milliseconds between looks
const LATER = 15000; // between looks while the page cannot be seen

/**
 * Do something again and again, until it returns true; what fails may go well the next time.
 * @param {() => Promise<boolean | void>} work
 * @param {number} often
 */
export async function repeat(work, often = OFTEN) {
  while (!(await work().catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? Math.max(LATER, often) : often));
  }
}
