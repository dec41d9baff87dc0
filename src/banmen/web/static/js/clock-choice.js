// The clock in a form ("total 300 5"), converted for a request.

/**
 * Return the clock of a form value; null for none.
 * @param {string | undefined} value
 */
export function readClock(value) {
  const [kind, seconds, increment] = (value ?? "").split(" ");
  return kind ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}
